import type { EntityType } from '../../definition/entity-type';
import { computedColumns, joinedAncestors, sideColumns, storedArrays } from '../entity-row';

/** Columns of a row, by their index. Those of details, of the side table and of computed attributes follow. */
export const PLACES = {
  ...{ node: 0, id: 1, name: 2, fqn: 3, version: 4, updatedAt: 5, updatedBy: 6, deleted: 7, parent: 8, body: 9 },
  ...{ details: 10, defaults: 11 },
} as const;

export interface PageSql {
  readonly withDetails: boolean;
  /** SQL of CTEs that `entities` and `total` name, each with a comma behind it. */
  readonly found: string;
  /** SQL of the entities of the page, `select e.* … limit`. */
  readonly entities: string;
  readonly order: string;
  /** Placeholder of the most bytes of a document that is read. */
  readonly share: string;
  /** SQL of the total, where it comes along. */
  readonly total: string | undefined;
  /** A subquery as of `RelationQuestion.grouped`, of `PAGE_NODES`, where references come along. */
  readonly references: string | undefined;
  /** SQL of a text that names the caller, if it is part of the row. */
  readonly caller: string | undefined;
  /** Whether all entities are live. */
  readonly areLive: boolean;
}

/** SQL of the nodes of the page, as an array. */
export const PAGE_NODES = `array(select c${PLACES.node} from page)`;

/** The kind of a row that is no entity; it is in the column of the name, and its number of references in that of the FQN. */
export type Beside = 'above' | 'references' | 'total' | 'caller';

/**
 * SQL of a page: its entities in their order; then each of their parents once, with what lies above it; then the references, entity by
 * entity, and the total. A document larger than its share is replaced by its number of bytes. Parameters: as of `entitySelect`.
 */
export function pageSelect(entityType: EntityType, sql: PageSql): string {
  const { found, order, total, references, caller } = sql;
  const columns = columnsOf(entityType, sql);
  const beside = (name: Beside, node: string, body: string, count = 'null'): string => {
    const told = new Map<number, string>([
      [PLACES.node, node],
      [PLACES.name, `'${name}'`],
      [PLACES.fqn, count],
      [PLACES.body, body],
    ]);
    return `select ${columns.map((_, at) => told.get(at) ?? 'null').join(', ')}`;
  };
  const parts = ['select * from page'];
  const above = joinedAncestors(entityType).map(([alias]) => alias);
  if (above.length > 0) parts.push(`${beside('above', 'p.node', lines(above))} from ${aboveSql(above)}`);
  if (references !== undefined)
    parts.push(`${beside('references', 'f.node', 'f.relations', 'f.count::text')} from ${references} f`);
  if (total !== undefined) parts.push(beside('total', 'null', `(${total})::text`));
  if (caller !== undefined) parts.push(beside('caller', 'null', `coalesce((${caller}), '')`));
  const page = `select ${columns.map((column, at) => `${column} as c${at}`).join(', ')} from ${rowsSql(entityType, sql)}`;
  return `with ${found} page as materialized (${page} order by ${order}) ${parts.join(' union all ')}`;
}

const bytesOf = (withDetails: boolean): string => (withDetails ? 'e.body_bytes + e.details_bytes' : 'e.body_bytes');

const isSmall = (withDetails: boolean): string => `${bytesOf(withDetails)} <= asked.share`;

function columnsOf(entityType: EntityType, { withDetails, areLive }: PageSql): string[] {
  const columns = ['e.node', 'e.id', 'e.name', 'e.fqn', 'e.version', 'e.updated_at', 'e.updated_by'];
  columns.push(areLive ? 'null::boolean' : 'e.deleted_by is not null', 'e.parent');
  columns.push(`case when ${isSmall(withDetails)} then e.body::text else (${bytesOf(withDetails)})::text end`);
  if (withDetails) columns.push('d.details::text', defaultsOf(entityType));
  return [...columns, ...Object.values(furtherColumns(entityType, withDetails))];
}

/**
 * SQL of the rows. The values asked of each row stand in a row that stays one: with placeholders in the columns a plan for their values
 * costs less than one for any, by more than planning is said to cost, and in a catalog of some ten thousand entities each page would be
 * planned anew.
 */
function rowsSql(entityType: EntityType, { withDetails, entities, share }: PageSql): string {
  const asked = `${share}::int as share${withDetails ? ', $1::jsonb as defaults, $2::text[] as omitted' : ''}`;
  // What is stored in a compressed form is unpacked once for all that is made of it.
  const details = `cross join lateral (
    select case when ${isSmall(withDetails)} then e.details - asked.omitted end as details offset 0) d`;
  return `(${entities}) e cross join (select ${asked} offset 0) asked ${withDetails ? details : ''} ${entityType.side?.join ?? ''}`;
}

/** The requested arrays that are not stored, as PostgreSQL would write the defaults without the stored ones, which takes more than to name them. */
function defaultsOf(entityType: EntityType): string {
  const members = storedArrays(entityType)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .map((name) => `case when asked.defaults ? '${name}' and not d.details ? '${name}' then '"${name}": []' end`);
  // For a type without arrays: concat_ws takes one member at least, and skips null.
  return `concat('{', concat_ws(', ', ${['null', ...members].join(', ')}), '}')`;
}

/** Columns after the cursors. */
function furtherColumns(entityType: EntityType, withDetails: boolean): Readonly<Record<string, string>> {
  return { ...sideColumns(entityType), ...(withDetails ? computedColumns(entityType, 'asked.omitted') : {}) };
}

export const furtherNames = (entityType: EntityType, withDetails: boolean): readonly string[] =>
  Object.keys(furtherColumns(entityType, withDetails));

const lines = (aliases: readonly string[]): string =>
  `json_build_object(${aliases.map((alias) => `'${alias}', ${alias}.line`).join(', ')})::text`;

/** The parents of the page, each with its ancestors. PostgreSQL looks each up by its index. */
function aboveSql(aliases: readonly string[]): string {
  const ancestor = (alias: string, node: string): string => `lateral (
    select x.node, x.parent, x.root, json_build_object('serviceType', x.body ->> 'serviceType', 'reference', json_build_object(
             'id', x.id, 'type', x.type, 'name', x.name, 'fqn', x.fqn, 'display_name', x.body ->> 'displayName',
             'deleted', x.deleted_by is not null)) as line
      from entity x where x.node = ${node} offset 0) ${alias}`;
  const further = { g: 'p.parent', r: 'coalesce(p.root, p.node)' };
  const joined = Object.entries(further).filter(([alias]) => aliases.includes(alias));
  return `(select distinct c${PLACES.parent} as parent from page) a(parent) cross join ${ancestor('p', 'a.parent')}
    ${joined.map(([alias, node]) => `left join ${ancestor(alias, node)} on true`).join(' ')}`;
}
