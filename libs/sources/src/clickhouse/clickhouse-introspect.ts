import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, inScope, schemasOf, tableKey } from '../catalogue/listing';
import { type SourceColumn, type SourceTable, structFields, type TableKind } from '../catalogue/source-table';
import type { Listing, Row, Scope, Session } from '../engine';
import { CLICKHOUSE } from './clickhouse-dialect';

/** Name of the database in the catalog: a server has none above its databases, which are schemas here. */
export const CLICKHOUSE_DATABASE = 'default';

const SYSTEM = ['system', 'information_schema', 'INFORMATION_SCHEMA', '_temporary_and_external_tables'];

/** Lists all with three statements, however many tables there are. */
export async function introspectClickhouse(session: Session, _config: unknown, scope: Scope): Promise<Listing> {
  const ask = askOf(session);
  const within = (schema: string, table?: string): string =>
    [
      `${schema} NOT IN (${SYSTEM.map(CLICKHOUSE.text).join(', ')})`,
      ...inScope(scope, CLICKHOUSE.text, schema, table),
    ].join(' AND ');
  const schemas = await ask(`SELECT name, comment FROM system.databases WHERE ${within('name')} ORDER BY name`);
  const tables = await ask(
    `SELECT database, name, engine, comment, uuid, total_rows, total_bytes, partition_key, as_select
     FROM system.tables WHERE ${within('database', 'name')} AND NOT is_temporary AND name NOT LIKE '.inner%'
     ${scope.includeViews ? '' : "AND engine NOT LIKE '%View'"} ORDER BY database, name`,
  );
  const columns = groupBy(
    await ask(
      `SELECT database, table, name, type, comment, is_in_partition_key FROM system.columns
       WHERE ${within('database', 'table')} ORDER BY database, table, position`,
    ),
    tableKey,
  );
  return {
    database: CLICKHOUSE_DATABASE,
    schemas: schemasOf(schemas),
    refusedSchemas: [],
    tables: tables.map((row) => tableOf(row, columns.get(tableKey(row)) ?? [])),
  };
}

const NO_UUID = /^0{8}-/;

/** A key of its engines is not unique: it defines the sort order, so it is no constraint. */
function tableOf(row: Row, columns: readonly Row[]): SourceTable {
  const [schema, name, engine, comment, uuid, rows, bytes, partition, definition] = row;
  const partitioned = columns.filter((column) => column[5] === '1').map((column) => column[2]!);
  return {
    schema: schema!,
    name: name!,
    kind: kindOfTable(engine!, Boolean(partition)),
    columns: columns.map(([, , column, display, text]) => columnOf(column!, display!, text)),
    constraints: [],
    ...(comment && { comment }),
    ...(uuid && !NO_UUID.test(uuid) && { nativeId: uuid }),
    ...(rows != null && { rowEstimate: Number(rows) }),
    ...(bytes != null && { sizeInByte: Number(bytes) }),
    ...(partition && { partition: { columns: partitioned, method: partition } }),
    ...(definition && { definition }),
  };
}

/** Engines that store the rows themselves; the others read them elsewhere. */
const OWN = /MergeTree$|^(Memory|Log|TinyLog|StripeLog|Set|Join|Buffer|Null|EmbeddedRocksDB|Dictionary|Distributed)$/;

function kindOfTable(engine: string, isPartitioned: boolean): TableKind {
  if (engine === 'MaterializedView') return 'MaterializedView';
  if (engine.endsWith('View')) return 'View';
  if (!OWN.test(engine)) return 'Foreign';
  return isPartitioned ? 'Partitioned' : 'Regular';
}

function columnOf(name: string, display: string, comment?: string | null): SourceColumn {
  const children = structFields(display, columnOf);
  return {
    name,
    display,
    kind: kindOf('Clickhouse', display),
    isNullable: /^(LowCardinality\()?Nullable\(|^(Variant|Dynamic)\b/.test(display),
    ...(comment && { comment }),
    ...(children.length && { children }),
  };
}
