import { entityTypes, lineOf, ownedCondition, type Condition, type Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import type { Bind } from '@app/database';

/** On `e`, a contract: it or its asset is owned by the actor or by a team of the actor, also by inheritance. */
export const mineOf = ({ ownerIds }: Actor): Condition => ownedCondition(entityTypes.get('dataContract'), ownerIds);

/** The ways in which assets are grouped and counted. */
export const COVERED_BY = ['service', 'domain'] as const;
export type CoveredBy = (typeof COVERED_BY)[number];
/** The same, and what reports are grouped by beside. */
export const GROUPED_BY = ['team', 'domain', 'tier', 'service'] as const;
export type GroupedBy = (typeof GROUPED_BY)[number];

/** SQL conditions of the entities that the actor may see; undefined where it may see everything. */
export interface VisibleSql {
  /** On `e`, one entity. */
  readonly one: string;
  /** On `m`, many assets with node, type and parent. */
  readonly many: () => string;
}

/** Domains of their own: those that are deleted are none. */
const OWN_DOMAINS = `
    select r.from_node as node, array_agg(r.to_node) as groups
      from entity d join entity_reference r on r.to_node = d.node and r.relation = 'domains'
     where d.type = 'domain' and d.deleted_by is null group by r.from_node`;

/** Teams that own them. Where a user alone does, there is no team, and none is inherited either. */
const OWN_TEAMS = `
    select r.from_node as node, coalesce(array_agg(r.to_node) filter (where d.type = 'team'), '{}') as groups
      from entity d join entity_reference r on r.to_node = d.node and r.relation = 'owners'
     where d.type in ('team', 'user') and d.deleted_by is null group by r.from_node`;

/** Tags of the classification of tiers, which no asset inherits. */
const OWN_TIERS = `
    select u.node, array_agg(t.node) as groups
      from entity c join entity t on t.root = c.node and t.type = 'tag' and t.deleted_by is null
      join tag_usage u on md5(u.tag_fqn)::uuid = md5(t.fqn)::uuid and u.tag_fqn = t.fqn and u.source = 'Classification'
     where c.type = 'classification' and md5(c.fqn)::uuid = md5('Tier')::uuid and c.fqn = 'Tier' and c.deleted_by is null
     group by u.node`;

/** Entities with groups of their own, and the entities that assets lie in with the groups that they show. */
const PLACES = (own: string, containers: string): string => `
  own as materialized (${own}),
  place (node, parent, groups) as (
    select p.node, p.parent, o.groups from entity p left join own o on o.node = p.node
     where p.type = any(${containers}) and p.parent is null and p.deleted_by is null
    union all
    select p.node, p.parent, coalesce(o.groups, above.groups)
      from place above join entity p on p.parent = above.node and p.type = any(${containers}) and p.deleted_by is null
      left join own o on o.node = p.node)`;

/** A way in which assets are grouped. */
interface Grouping {
  /** SQL of what a statement needs first (recursive), with a comma behind it. */
  readonly first: (bind: Bind) => string;
  /** Joins of an asset `m`, and the list of its groups. */
  readonly joins: string;
  readonly sql: string;
  /** The list of the groups of a contract `e` of that asset, by which lists of contracts are filtered. */
  readonly ofContract: string;
}

const inherited = (own: string): Grouping => ({
  first: (bind) => `${PLACES(own, `${bind(typesOf().containers)}::text[]`)},`,
  joins: 'left join own o on o.node = m.node left join place p on p.node = m.parent',
  sql: 'coalesce(o.groups, p.groups)',
  ofContract: 'coalesce((select x.groups from own x where x.node = e.node), o.groups, p.groups)',
});

// What lies in nothing is in no service, such as a data product.
const ROOT = 'array[case when m.parent is not null then m.root end]';

/** Which groups an asset `m` belongs to, and what that needs. */
export const GROUPS: Record<GroupedBy, Grouping> = {
  service: { first: () => '', joins: '', sql: ROOT, ofContract: ROOT },
  domain: inherited(OWN_DOMAINS),
  team: inherited(OWN_TEAMS),
  tier: {
    first: () => `own as materialized (${OWN_TIERS}),`,
    joins: 'left join own o on o.node = m.node',
    sql: 'o.groups',
    ofContract: '(o.groups || (select x.groups from own x where x.node = e.node))',
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

/**
 * SQL of the nodes of the domains that an asset shows: its own, else those of the nearest that it lies in; null without one. For some assets among
 * many: {@link GROUPS} reads all ancestors of assets.
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
