import type { Attribute, EntityType } from '../definition/entity-type';

/** One row of a read, as returned by SQL: JSON is text that is passed through. */
export interface EntityRow {
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly version: number;
  readonly updated_at: string;
  readonly updated_by: string;
  readonly deleted: boolean;
  readonly body: string;
  /** The stored ones of the requested attributes, or null if none is requested. */
  readonly details: string | null;
  /** Defaults of requested attributes that are not stored, or null. */
  readonly defaults: string | null;
  readonly root_service_type: string | null;
  /** The versions of the rows that it was read from. */
  readonly stamp?: string;
  /** JSON for `parse` of the relation query, if a single entity is read with its references. */
  readonly relations?: string | null;
  /**
   * JSON text or null: references to the ancestors `a_<property>`, properties of the side table `s_<property>`, computed or
   * always-read attributes `c_<property>`.
   */
  readonly [column: `a_${string}` | `s_${string}` | `c_${string}`]: string | null;
}

/** A reference to the entity with this alias, as JSON text; null if there is none. */
function referenceTo(alias: string): string {
  return `json_strip_nulls(json_build_object('id', ${alias}.id, 'type', ${alias}.type, 'name', ${alias}.name,
    'fullyQualifiedName', ${alias}.fqn, 'displayName', ${alias}.body ->> 'displayName',
    'deleted', ${alias}.deleted_by is not null))::text`;
}

export const ALIASES = { parent: 'p', grandparent: 'g', root: 'r' } as const;

interface SelectParts {
  /** SQL of other rows than those of the table, with its columns. */
  readonly rows?: string;
  /** Further columns. */
  readonly more?: readonly string[];
  /** Requestable attributes that are always read: each is a separate column, and `details` is null. */
  readonly attributes?: readonly string[];
  /** An expression for the column `relations`. */
  readonly relations?: string | undefined;
  /** Whether there is a column `stamp`, see `stampOf`. */
  readonly stamped?: boolean;
}

/**
 * `select … from entity e …` without conditions. Parameters: $1 jsonb of defaults of the requested attributes, $2 the names of the
 * attributes that are not requested; both are omitted (and details is null) if `withDetails` is false.
 */
export function entitySelect(
  entityType: EntityType,
  withDetails: boolean,
  { rows = 'entity', attributes = [], relations, stamped, more = [] }: SelectParts = {},
): string {
  const columns = ['e.node', 'e.id', 'e.name', 'e.fqn', 'e.version', 'e.updated_at', 'e.updated_by'];
  columns.push('e.deleted_by is not null as deleted', 'e.body::text as body', ...detailColumns(withDetails));
  for (const { property, at, types } of entityType.ancestors) {
    const alias = ALIASES[at];
    const wanted = types.map((type) => `'${type}'`).join(', ');
    columns.push(`case when ${alias}.type in (${wanted}) then ${alias}.reference end as "a_${property}"`);
  }
  columns.push(...Object.entries(sideColumns(entityType)).map(named));
  if (hasRootServiceType(entityType)) columns.push('r.service_type as root_service_type');
  if (withDetails) columns.push(...Object.entries(computedColumns(entityType)).map(named));
  columns.push(...attributes.map((name) => `${attributeText(entityType, name)} as "c_${name}"`));
  if (relations) columns.push(`${relations} as relations`);
  if (stamped) columns.push(`${stampOf(entityType)} as stamp`);
  columns.push(...more);
  return `select ${columns.join(', ')} from ${rows} e ${joins(entityType, ancestorJoin)}`;
}

/** Whether a stamp says all: a base read of the type follows from its own row, its ancestors' and its side table's alone. */
export function isStamped({ attributes, relations, side }: EntityType): boolean {
  const isComputed = Object.values(attributes).some(({ shown, computed }) => shown === 'single' && computed);
  const isRelated = Object.values(relations).some(({ shown }) => shown === 'base');
  return !isComputed && !isRelated && (!side || side.madeOf !== undefined);
}

/** The stamp of a node as a column of a statement that finds an entity: the next read need not query it (`EntityReader.getStamped`). */
export function stampColumn(entityType: EntityType, node: string): string {
  if (!isStamped(entityType)) return 'null::text';
  return `(select ${stampOf(entityType)} from ${stampedRows(entityType)} where e.node = ${node})`;
}

/** SQL of entities `e` with their ancestors, for their stamps. @param rows SQL of other rows with their ancestors: `parent` and `root` */
export function stampedRows(entityType: EntityType, rows = 'entity'): string {
  const rowJoin: AncestorJoin = (alias, node) => `left join entity ${alias} on ${alias}.node = ${node}`;
  return `${rows} e ${joins(entityType, rowJoin)}`;
}

/**
 * SQL of the versions of the rows that a base read of `e` follows from, where `isStamped`. Two readings of an entity with the same stamp are
 * the same text: the id of the transaction that made a row distinguishes its versions, as long as the server is the same one and has not
 * been restarted. No document is read for it.
 */
export function stampOf(entityType: EntityType): string {
  return versionsOf(['e', ...ancestorAliases(entityType), ...(entityType.side?.madeOf?.rows ?? [])]);
}

/** SQL of the versions of joined rows, by their aliases; of one server, as long as it runs. */
export function versionsOf(aliases: readonly string[]): string {
  const versions = ['(select pg_postmaster_start_time()::text)', ...aliases.map((alias) => `${alias}.xmin`)];
  return `concat_ws(' ', ${versions.join(', ')})`;
}

export function ancestorAliases(entityType: EntityType): string[] {
  return joinedAncestors(entityType).map(([alias]) => alias);
}

/** Documents are passed on as they are stored wherever nothing is left out of them: to put one together costs more than to read it. */
function detailColumns(withDetails: boolean): string[] {
  if (!withDetails) return ['null as details', 'null as defaults'];
  const defaults = '($1::jsonb - array(select jsonb_object_keys(e.details)))::text';
  return ['(e.details - $2::text[])::text as details', `${defaults} as defaults`];
}

/** SQL of the serviceType of a service, wherever its type stores it. @param row its alias */
export const serviceTypeOf = (row: string): string =>
  `coalesce(${row}.body ->> 'serviceType', ${row}.details ->> 'serviceType')`;

/** Names of the arrays that stand in the document of an entity; those that are computed are never missing. */
export const storedArrays = ({ attributes }: EntityType): string[] =>
  Object.keys(attributes).filter((name) => attributes[name]?.schema.type === 'array' && !attributes[name].computed);

/** Requested arrays that are empty are `[]`. */
function attributeText({ attributes }: EntityType, name: string): string {
  const { computed, schema } = attributes[name] as Attribute;
  if (computed) return `(${computed})::text`;
  return schema.type === 'array' ? `coalesce(e.details -> '${name}', '[]')::text` : `(e.details -> '${name}')::text`;
}

/** SQL of columns by their names. */
type Columns = Readonly<Record<`s_${string}` | `c_${string}`, string>>;

const named = ([column, sql]: [string, string]): string => `${sql} as "${column}"`;

export function sideColumns({ side }: EntityType): Columns {
  const properties = Object.entries(side?.properties ?? {});
  return Object.fromEntries(properties.map(([property, sql]) => [`s_${property}`, sql]));
}

/** PostgreSQL evaluates only the requested ones. @param omitted SQL of the names of the others */
export function computedColumns({ attributes }: EntityType, omitted = '$2'): Columns {
  const computed = Object.entries(attributes).flatMap(([name, { computed: sql }]) =>
    sql ? [[`c_${name}`, `case when '${name}' <> all(${omitted}) then (${sql})::text end`]] : [],
  );
  return Object.fromEntries(computed) as Columns;
}

type AncestorJoin = (alias: string, node: string) => string;

function joins(entityType: EntityType, join: AncestorJoin): string {
  const joined = joinedAncestors(entityType).map(([alias, node]) => join(alias, node));
  return [...joined, ...(entityType.side ? [entityType.side.join] : [])].join(' ');
}

/** Aliases of the ancestors that a read needs, with the SQL of their nodes. */
export function joinedAncestors(entityType: EntityType): (readonly [alias: string, node: string])[] {
  const places = new Set(entityType.ancestors.map(({ at }) => at));
  const joined: (readonly [string, string])[] = [];
  if (places.has('parent') || places.has('grandparent')) joined.push(['p', 'e.parent']);
  if (places.has('grandparent')) joined.push(['g', 'p.parent']);
  if (places.has('root') || hasRootServiceType(entityType)) joined.push(['r', 'e.root']);
  return joined;
}

/**
 * The reference to an ancestor, computed once for all entities of a statement that share it: PostgreSQL memoises the subquery row per
 * node, and `offset 0` prevents the subquery from being inlined.
 */
function ancestorJoin(alias: string, node: string): string {
  return `left join lateral (
    select x.xmin, x.type, x.parent, x.body ->> 'serviceType' as service_type, ${referenceTo('x')} as reference
      from entity x where x.node = ${node} offset 0) ${alias} on true`;
}

export function hasRootServiceType(entityType: EntityType): boolean {
  return Object.values(entityType.attributes).some(({ fromRoot }) => fromRoot);
}
