import type { EntityType } from '../../definition/entity-type';
import { computedColumns, joinedAncestors, sideColumns, storedArrays } from '../entity-row';

/** Columns of a row, by their place. Those of details, of the side table and of computed attributes follow. */
export const PLACES = {
  ...{ node: 0, id: 1, name: 2, fqn: 3, version: 4, updatedAt: 5, updatedBy: 6, deleted: 7, parent: 8, body: 9 },
  ...{ details: 10, defaults: 11 },
} as const;

/** What the statements of a page have in common. */
export interface EntitiesSql {
  readonly withDetails: boolean;
  /** SQL of the entities of the page, `select e.* … limit`. */
  readonly entities: string;
  readonly order: string;
  /** Placeholder of the most bytes of a document that is read. */
  readonly share: string;
  /** SQL of the total, where it comes along. */
  readonly total: string | undefined;
  /** Whether all entities are live. */
  readonly areLive: boolean;
}

interface PageSql extends EntitiesSql {
  /** A subquery as of `RelationQuestion.grouped`, of `PAGE_NODES`, where references come along. */
  readonly references: string | undefined;
}

interface ExpectingSql extends EntitiesSql {
  /** Placeholder of the nodes of the parents that are expected. */
  readonly parents: string;
  readonly withNodes: boolean;
}

interface UnrelatedSql extends EntitiesSql {
  /** SQL of rows, as of `RelationQuestion.traces`, of `FOUND_NODES` and `FOUND_PARENTS`. */
  readonly traces: readonly string[];
}

/** SQL of the nodes of the page, as an array. */
export const PAGE_NODES = `array(select c${PLACES.node} from page)`;

/** SQL of the same array, gathered once, in what is looked for of a page, and of the nodes of the parents, as rows. */
export const [FOUND_NODES, FOUND_PARENTS] = [
  'found.nodes',
  `select distinct c${PLACES.parent} from page where c${PLACES.parent} is not null`,
] as const;

/** What a row tells that is no entity; stands in the place of a name, and how many references it tells in that of an FQN. */
export type Beside = 'above' | 'references' | 'total';

/** As `Beside`; `related`: there are references, or what is computed of other rows. */
export type BesideUnrelated = Exclude<Beside, 'references'> | 'related';

/**
 * SQL of a page: its entities in their order; then each of their parents once, with what lies above it; then the references, entity by
 * entity, and the total. The document of an entity is null where it is larger than its share. Parameters: as of `entitySelect`.
 */
export function pageSelect(entityType: EntityType, sql: PageSql): string {
  const { order, total, references } = sql;
  const { page, beside } = rowsSql(entityType, sql, 'e.node');
  const parts = ['select * from page'];
  const above = besideAbove(entityType, beside, `(select distinct c${PLACES.parent} as parent from page)`);
  if (above !== undefined) parts.push(above);
  if (references !== undefined)
    parts.push(`${beside('references', 'f.node', 'f.relations', 'f.count::text')} from ${references} f`);
  if (total !== undefined) parts.push(beside('total', 'null', `(${total})`));
  return `with page as materialized (${page} order by ${order}) ${parts.join(' union all ')}`;
}

/**
 * As `pageSelect`, where the parents of the page are known before it is read: its rows are sent as they are found, without being kept and
 * looked through for them, and in the order of `entities`, since nothing reorders the rows of one side of a nested loop. References do not
 * come along; the node of an entity is null unless they are asked for.
 */
export function expectingPageSelect(entityType: EntityType, sql: ExpectingSql): string {
  const { order, total, parents, withNodes } = sql;
  const { page, beside } = rowsSql(entityType, sql, withNodes ? 'e.node' : 'null::bigint');
  // By a subquery, of which PostgreSQL expects the same number whatever the value is.
  const above = besideAbove(entityType, beside, `unnest((select ${parents}::bigint[]))`);
  // A nested loop leaves rows in the order of `entities`, and nothing but a table of its own can be joined in another way.
  const parts = [...(above === undefined ? [] : [above]), entityType.side ? `(${page} order by ${order})` : page];
  if (total !== undefined) parts.push(beside('total', 'null', `(${total})`));
  return parts.join(' union all ');
}

/**
 * As `pageSelect`, for a page to whose entities nothing refers: it tells whether that is so in place of the references, and what is mostly
 * empty is (`Attribute.empty`). What lies above the entities comes before them, so that each is written at once.
 */
export function unrelatedPageSelect(entityType: EntityType, sql: UnrelatedSql): string {
  const { order, total, traces } = sql;
  const { page, beside } = rowsSql(entityType, { ...sql, areEmpty: true }, 'e.node');
  const above = besideAbove(entityType, beside, `(select distinct c${PLACES.parent} as parent from page)`);
  const parts = [...(above === undefined ? [] : [above]), 'select * from page'];
  const all = [...traces, ...(sql.withDetails ? tracesOfEmpty(entityType) : [])];
  const isRelated = all.map((rows) => `exists (${rows})`).join(' or ');
  if (all.length > 0)
    parts.push(
      `${beside('related', 'null', `'true'`)} from (select ${PAGE_NODES} as nodes offset 0) found where ${isRelated}`,
    );
  if (total !== undefined) parts.push(beside('total', 'null', `(${total})`));
  return `with page as materialized (${page} order by ${order}) ${parts.join(' union all ')}`;
}

/** SQL of the rows by which a value would not be the empty one. */
function tracesOfEmpty({ attributes }: EntityType): string[] {
  return Object.values(attributes).flatMap(({ empty }) =>
    empty
      ? [
          `select from ${empty.table} o where o.${empty.node} = any(${FOUND_NODES})${empty.where ? ` and ${empty.where}` : ''}`,
        ]
      : [],
  );
}

/** SQL of a row beside the entities. */
type BesideSql = (name: Beside | BesideUnrelated, node: string, body: string, count?: string) => string;

/** SQL of the entities of a page, and what makes that of the rows beside them. */
function rowsSql(
  entityType: EntityType,
  { withDetails, entities, share, areLive, areEmpty = false }: EntitiesSql & { readonly areEmpty?: boolean },
  node: string,
): { readonly page: string; readonly beside: BesideSql } {
  const isSmall = `${withDetails ? 'e.body_bytes + e.details_bytes' : 'e.body_bytes'} <= asked.share`;
  const columns = [node, 'e.id', 'e.name', 'e.fqn', 'e.version', 'e.updated_at', 'e.updated_by'];
  columns.push(areLive ? 'null::boolean' : 'e.deleted_by is not null', 'e.parent');
  columns.push(`case when ${isSmall} then e.body::text end`);
  if (withDetails) columns.push('d.details::text', defaultsOf(entityType));
  columns.push(...Object.values(furtherColumns(entityType, withDetails, areEmpty)));
  // What is stored in a compressed form is unpacked once for all that is made of it.
  const details = `cross join lateral (select case when ${isSmall} then e.details - asked.omitted end as details offset 0) d`;
  const joins = `${askedSql(share, withDetails)} ${withDetails ? details : ''} ${entityType.side?.join ?? ''}`;
  const page = `select ${columns.map((sql, at) => `${sql} as c${at}`).join(', ')} from (${entities}) e ${joins}`;
  const beside: BesideSql = (name, node, body, count = 'null') => {
    const told = new Map<number, string>([
      [PLACES.node, node],
      [PLACES.name, `'${name}'`],
      [PLACES.fqn, count],
      [PLACES.body, body],
    ]);
    return `select ${columns.map((_, at) => told.get(at) ?? 'null').join(', ')}`;
  };
  return { page, beside };
}

/** What lies above the entities: undefined where nothing does. @param parents SQL of their parents, without the alias */
function besideAbove(entityType: EntityType, beside: BesideSql, parents: string): string | undefined {
  const above = joinedAncestors(entityType).map(([alias]) => alias);
  if (above.length === 0) return undefined;
  return `${beside('above', 'p.node', lines(above))} from ${aboveSql(above, parents)}`;
}

/**
 * What is asked of each row, as a row that stays one: with placeholders in the columns a plan for their values costs less than one for any,
 * by more than planning is said to cost, and in a catalog of some ten thousand entities each page would be planned anew.
 */
const askedSql = (share: string, withDetails: boolean): string =>
  `cross join (select ${share}::int as share${withDetails ? ', $1::jsonb as defaults, $2::text[] as omitted' : ''} offset 0) asked`;

/** The requested arrays that are not stored, as PostgreSQL would write the defaults without the stored ones, which takes more than to name them. */
function defaultsOf(entityType: EntityType): string {
  const members = storedArrays(entityType)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .map((name) => `case when asked.defaults ? '${name}' and not d.details ? '${name}' then '"${name}": []' end`);
  // For a type without arrays: concat_ws takes one member at least, and passes over null.
  return `concat('{', concat_ws(', ', ${['null', ...members].join(', ')}), '}')`;
}

/** Columns behind the places. @param areEmpty see `computedColumns` */
function furtherColumns(
  entityType: EntityType,
  withDetails: boolean,
  areEmpty = false,
): Readonly<Record<string, string>> {
  return { ...sideColumns(entityType), ...(withDetails ? computedColumns(entityType, 'asked.omitted', areEmpty) : {}) };
}

/** Names of columns that not all types have. */
export type Further = readonly (`s_${string}` | `c_${string}`)[];

/** Their names. */
export const furtherNames = (entityType: EntityType, withDetails: boolean): Further =>
  Object.keys(furtherColumns(entityType, withDetails)) as Further;

const lines = (aliases: readonly string[]): string =>
  `json_build_object(${aliases.map((alias) => `'${alias}', ${alias}.line`).join(', ')})::text`;

/** The parents, each with its ancestors. PostgreSQL looks each up by its index. */
function aboveSql(aliases: readonly string[], parents: string): string {
  const ancestor = (alias: string, node: string): string => `lateral (
    select x.node, x.parent, x.root, json_build_object('serviceType', x.body ->> 'serviceType', 'reference', json_build_object(
             'id', x.id, 'type', x.type, 'name', x.name, 'fqn', x.fqn, 'display_name', x.body ->> 'displayName',
             'deleted', x.deleted_by is not null)) as line
      from entity x where x.node = ${node} offset 0) ${alias}`;
  const further = { g: 'p.parent', r: 'coalesce(p.root, p.node)' };
  const joined = Object.entries(further).filter(([alias]) => aliases.includes(alias));
  return `${parents} a(parent) cross join ${ancestor('p', 'a.parent')}
    ${joined.map(([alias, node]) => `left join ${ancestor(alias, node)} on true`).join(' ')}`;
}
