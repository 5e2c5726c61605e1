import { entityTypes, lineOf, ownedCondition, type Condition, type Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import type { Bind } from '@app/database';

/** On `e`, a contract: it or its asset is owned by the actor or by a team of the actor, also by inheritance. */
export const mineOf = ({ ownerIds }: Actor): Condition => ownedCondition(entityTypes.get('dataContract'), ownerIds);

/** The ways in which assets are grouped and counted. */
export const COVERED_BY = ['service', 'domain'] as const;
export type CoveredBy = (typeof COVERED_BY)[number];

/** SQL conditions of the entities that the actor may see; undefined where it may see everything. */
export interface VisibleSql {
  /** On `e`, one entity. */
  readonly one: string;
  /** On `m`, many assets with node, type and parent. */
  readonly many: () => string;
}

/** Entities with domains of their own, and the entities that assets lie in with the domains that they show. */
export const PLACES = (containers: string): string => `
  own as materialized (
    select r.from_node as node, array_agg(r.to_node) as groups
      from entity d join entity_reference r on r.to_node = d.node and r.relation = 'domains'
     where d.type = 'domain' and d.deleted_by is null group by r.from_node),
  place (node, parent, groups) as (
    select p.node, p.parent, o.groups from entity p left join own o on o.node = p.node
     where p.type = any(${containers}) and p.parent is null and p.deleted_by is null
    union all
    select p.node, p.parent, coalesce(o.groups, above.groups)
      from place above join entity p on p.parent = above.node and p.type = any(${containers}) and p.deleted_by is null
      left join own o on o.node = p.node)`;

/** Which groups an asset `m` belongs to, and what that needs. */
export const GROUPS: Record<CoveredBy, { readonly sql: string; readonly joins: string }> = {
  // What lies in nothing is in no service, such as a data product.
  service: { sql: 'array[case when m.parent is not null then m.root end]', joins: '' },
  domain: {
    sql: 'coalesce(o.groups, p.groups)',
    joins: 'left join own o on o.node = m.node left join place p on p.node = m.parent',
  },
};

/** @throws {AppError} FORBIDDEN for an actor who may view no contract */
export function visibleOnly(visibility: Visibility, actor: Actor, bound: Bind): VisibleSql | undefined {
  visibility.condition(actor, entityTypes.get('dataContract'));
  const sight = visibility.sightOf(actor);
  if (sight === 'all') return undefined;
  const { types, closed, condition } = sight;
  // Bound where they are used: the database knows no type of a value that stands nowhere.
  const open = (alias: string): string => `${alias}.type <> all(${bound(closed)}::text[])`;
  const partly = (alias: string): string => `${alias}.type = any(${bound(types)}::text[])`;
  return {
    one: `${open('e')} and (not ${partly('e')} or ${condition.sql(bound(condition.value))})`,
    many: () => `${open('m')} and (not ${partly('m')} or ${condition.ofMany?.('m', bound(condition.value)) ?? 'true'})`,
  };
}

/** Types that can have a contract, those that they can lie in, of these the topmost, and subjects that lie in nothing. */
export function typesOf(): { subjects: readonly string[]; containers: string[]; services: string[]; roots: string[] } {
  const line = new Set(CONTRACT_SUBJECTS.flatMap((type) => lineOf(entityTypes.get(type))));
  const containers = [...line].filter((type) =>
    [...line].some((below) => entityTypes.get(below).parents.some(({ types }) => types.includes(type))),
  );
  const services = containers.filter((type) => entityTypes.get(type).parents.length === 0);
  const roots = CONTRACT_SUBJECTS.filter((type) => entityTypes.get(type).parents.length === 0);
  return { subjects: CONTRACT_SUBJECTS, containers, services, roots };
}

/** The domains that an asset `m` shows: what a statement needs first (recursive), its joins, and the list of their nodes. */
export function assetDomains(bound: Bind): {
  readonly places: string;
  readonly joins: string;
  readonly groups: string;
} {
  const { joins, sql } = GROUPS.domain;
  return { places: PLACES(`${bound(typesOf().containers)}::text[]`), joins, groups: sql };
}

/**
 * SQL of the nodes of the domains that an asset shows: its own, else those of the nearest that it lies in; null without one. For some assets among
 * many: {@link PLACES} reads all ancestors of assets.
 *
 * @param asset SQL of its node
 */
export const domainsOf = (asset: string): string => `(
  with recursive line (node, parent, depth) as (
    select a.node, a.parent, 0 from entity a where a.node = ${asset} union all
    select a.node, a.parent, l.depth + 1 from line l join entity a on a.node = l.parent and a.deleted_by is null)
  select array_agg(r.to_node) from line l join entity_reference r on r.from_node = l.node and r.relation = 'domains'
    join entity d on d.node = r.to_node and d.type = 'domain' and d.deleted_by is null
   group by l.depth order by l.depth limit 1)`;
