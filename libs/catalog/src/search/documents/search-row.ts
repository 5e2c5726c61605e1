import type { PreparedStatement } from '@app/database';
import { entityTypes } from '../../definition/entity-types';
import type { EntityType } from '../../definition/entity-type';
import { searchContributions } from './search-contributions';

/** An ancestor as documents show it: what follows from its FQN, which reaches all below by itself. */
export interface ShownAncestor {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

/** All that a search document needs of the entity's own row and of those above it. */
export interface SearchRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  /** Epoch ms, as bigint comes. */
  readonly updated_at: string;
  readonly deleted: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly parent: ShownAncestor | null;
  readonly grandparent: ShownAncestor | null;
  readonly root: ShownAncestor | null;
  readonly service_type: string | null;
  readonly votes: number;
  /** Property → what a library above adds under it. */
  readonly contributed: Readonly<Record<string, unknown>>;
}

/** The types whose instances are searched. */
export function searchedTypes(): (EntityType & { readonly search: NonNullable<EntityType['search']> })[] {
  return entityTypes.all().flatMap((entityType) => {
    const { search } = entityType;
    return search ? [{ ...entityType, search }] : [];
  });
}

/** Attributes by request of which a document is made: labels, named parts, and what the type shows beside. */
function neededDetails(): string[] {
  const names = searchedTypes().flatMap(({ attributes, search }) => [
    ...Object.keys(attributes).filter((name) => attributes[name]?.parts),
    ...(search.shown ?? []),
  ]);
  return [...new Set(['tags', ...names])];
}

const ancestor = (alias: string): string => `case when ${alias}.node is not null then jsonb_build_object(
    'id', ${alias}.id, 'type', ${alias}.type, 'name', ${alias}.name, 'fullyQualifiedName', ${alias}.fqn) end`;

/** As the reference counts them: never below zero. */
const VOTES = `(select greatest(count(*) filter (where v.relation = 'upVoters') - count(*) filter (where v.relation = 'downVoters'), 0)
     from entity_reference v where v.from_node = e.node and v.relation in ('upVoters', 'downVoters'))::int`;

/** One statement for entities of all types. $1: nodes, $2: types, $3: names of attributes by request. */
export function searchRows(nodes: readonly string[]): { statement: PreparedStatement; values: unknown[] } {
  const contributed = [...searchContributions.all()].map(([property, sql]) => `'${property}', ${sql}`);
  const text = `
    select e.node::text as node, e.id, e.type, e.name, e.fqn, e.updated_at, e.deleted_by is not null as deleted, e.body,
           coalesce((select jsonb_object_agg(k, v) from jsonb_each(e.details) d(k, v) where k = any($3)), '{}') as details,
           ${ancestor('p')} as parent, ${ancestor('g')} as grandparent, ${ancestor('r')} as root,
           r.body ->> 'serviceType' as service_type, ${VOTES} as votes,
           jsonb_strip_nulls(jsonb_build_object(${contributed.join(', ')})) as contributed
      from entity e
      left join entity p on p.node = e.parent left join entity g on g.node = p.parent left join entity r on r.node = e.root
     where e.node = any($1::bigint[]) and e.type = any($2)`;
  const types = searchedTypes().map(({ type }) => type);
  return { statement: { name: 'search-rows', text }, values: [nodes, types, neededDetails()] };
}
