import { BoundValues, type PreparedStatement } from '@app/database';
import { COMMON_RELATIONS } from '../../definition/build';
import { entityTypes } from '../../types/entity-types';
import { entriesOf, type EntityType } from '../../definition/entity-type';
import { elements, RelationQuestion } from '../../read/relation-question';
import type { ShownPart } from './shown-parts';

/**
 * Members of search documents defined by dependent libraries: property → SQL on `e` (the entity) that returns its value as jsonb,
 * null if there is none. Changes to the tables it reads must add the entity to the dirty set (the triggers search_mark_* of libs/database).
 */
class SearchContributions {
  private readonly byProperty = new Map<string, string>();

  register(property: string, sql: string): void {
    if (this.byProperty.has(property)) throw new Error(`Two libraries add ${property} to search documents`);
    this.byProperty.set(property, sql);
  }

  all(): ReadonlyMap<string, string> {
    return this.byProperty;
  }
}

export const searchContributions = new SearchContributions();

/** An ancestor as included in documents: only what its FQN determines, because a changed FQN is propagated to all descendants. */
export interface ShownAncestor {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

/** The data of an entity's row and its ancestors needed for a search document. */
export interface SearchRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  /** Epoch ms, as text because it is a bigint. */
  readonly updated_at: string;
  readonly deleted: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly parent: ShownAncestor | null;
  readonly grandparent: ShownAncestor | null;
  readonly root: ShownAncestor | null;
  readonly service_type: string | null;
  readonly votes: number;
  /** JSON for `SHOWN_REFERENCES.parse`. */
  readonly relations: string | null;
  /** The targets of the relation indexed as named parts, if the type has one. */
  readonly children: readonly ShownPart[] | null;
  /** Property → value contributed by a dependent library. */
  readonly contributed: Readonly<Record<string, unknown>>;
}

type SearchedType = EntityType & { readonly search: NonNullable<EntityType['search']> };

export function searchedTypes(): readonly SearchedType[] {
  return entityTypes.all().filter((entityType): entityType is SearchedType => entityType.search !== undefined);
}

/** Attributes of which no document has anything: documents have labels, named parts, and what their types name besides. */
function omittedDetails(): string[] {
  const attributes = searchedTypes().flatMap((entityType) => entriesOf(entityType.attributes));
  const shown = searchedTypes().flatMap(({ search }) => search.shown ?? []);
  const needed = new Set(['tags', ...shown, ...attributes.flatMap(([name, { parts }]) => (parts ? [name] : []))]);
  return [...new Set(attributes.map(([name]) => name))].filter((name) => !needed.has(name));
}

const ancestor = (alias: string): string => `case when ${alias}.node is not null then jsonb_build_object(
    'id', ${alias}.id, 'type', ${alias}.type, 'name', ${alias}.name, 'fullyQualifiedName', ${alias}.fqn) end`;

/** Counted as in the public API reference: never below zero. */
const VOTES = `(select greatest(count(*) filter (where v.relation = 'upVoters') - count(*) filter (where v.relation = 'downVoters'), 0)
     from entity_reference v where v.from_node = e.node and v.relation in ('upVoters', 'downVoters'))::int`;

/** The references included in documents of all types. */
export const SHOWN_REFERENCES = new RelationQuestion({ relations: COMMON_RELATIONS, parents: ['of some'] }, [
  'owners',
  'domains',
  'dataProducts',
  'followers',
]);

/** The targets of `search.children` of the entity's type. */
function children(): string {
  const relations = searchedTypes().flatMap(({ type, search }) =>
    search.children === undefined ? [] : [`when '${type}' then '${search.children}'`],
  );
  if (!relations.length) return 'null';
  const relation = `case e.type ${relations.join(' ')} end`;
  // Of most entities this is known without a look at the references.
  return `case when (${relation}) is not null then (
    select json_agg(json_strip_nulls(json_build_object('name', t.name, 'description', t.body ->> 'description'))
                  order by c.position, t.name)
     from entity_reference c join entity t on t.node = c.to_node
    where c.from_node = e.node and c.relation = ${relation}) end`;
}

/**
 * One statement for entities of all types, with its values behind $1, the nodes. $2: types, $3: names of attributes that are left out, which
 * costs far less than to pick the others. To be made once, when all types and contributions are known.
 */
export function searchRows(): { statement: PreparedStatement; values: readonly unknown[] } {
  const nodes = '$1::bigint[]';
  const contributed = [...searchContributions.all()].map(([property, sql]) => `'${property}', ${sql}`);
  const { values, bind } = new BoundValues([null, searchedTypes().map(({ type }) => type), omittedDetails()]);
  const references = SHOWN_REFERENCES.grouped(elements(nodes), bind);
  const text = `
    select e.node::text as node, e.id, e.type, e.name, e.fqn, e.updated_at, e.deleted_by is not null as deleted, e.body,
           case when e.details ?| $3::text[] then e.details - $3::text[] else e.details end as details,
           ${ancestor('p')} as parent, ${ancestor('g')} as grandparent, ${ancestor('r')} as root,
           r.body ->> 'serviceType' as service_type, ${VOTES} as votes, ${children()} as children, shown.relations,
           jsonb_strip_nulls(jsonb_build_object(${contributed.join(', ')})) as contributed
      from entity e
      left join entity p on p.node = e.parent left join entity g on g.node = p.parent left join entity r on r.node = e.root
      left join ${references} shown on shown.node = e.node
     where e.node = any(${nodes}) and e.type = any($2)`;
  return { statement: { name: 'search-rows', text }, values: values.slice(1) };
}
