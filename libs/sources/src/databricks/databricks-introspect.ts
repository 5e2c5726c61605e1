import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import {
  askOf,
  constraintsByTable,
  inScope,
  LISTING,
  schemasOf,
  type TableConstraint,
  tableKey,
} from '../catalogue/listing';
import {
  type SourceColumn,
  type SourceConstraint,
  type SourceTable,
  structFields,
  type TableKind,
} from '../catalogue/source-table';
import type { Listing, Row, Scope, Session } from '../engine';
import { SourceError } from '../reason';
import type { DatabricksConfig } from './databricks-connection';
import { DATABRICKS } from './databricks-dialect';

/** Catalogs that a workspace is given. */
const SYSTEM = ['system', 'samples', '__databricks_internal'];
/** A part of a listing that is too large is halved so often at most. */
const MOST_HALVINGS = 10;

/** Without one in the config, all are read by sessions of their own, each with its own. */
export const catalogOf = ({ catalog }: DatabricksConfig): string => catalog ?? '';

/** Catalogs that the principal sees, those of the workspace itself apart. */
export async function databricksCatalogs(
  session: Session,
  config: DatabricksConfig,
): Promise<readonly DatabricksConfig[]> {
  if (config.catalog !== undefined) return [config];
  const rows = await askOf(session)(
    'SELECT catalog_name FROM system.information_schema.catalogs ORDER BY catalog_name',
  );
  return rows
    .map(([name]) => name!)
    .filter((name) => !SYSTEM.includes(name))
    .map((catalog) => ({ ...config, catalog }));
}

/** Lists a catalog with five statements, however many tables there are, or more where an answer would be too large. */
export async function introspectDatabricks(session: Session, config: DatabricksConfig, scope: Scope): Promise<Listing> {
  const catalog = catalogOf(config);
  const view = (name: string): string => DATABRICKS.name(catalog, 'information_schema', name);
  const within = (schema: string, table?: string): string =>
    [`${schema} <> 'information_schema'`, ...inScope(scope, DATABRICKS.text, schema, table)].join(' AND ');
  const schemas = await askOf(session)(
    `SELECT schema_name, comment FROM ${view('schemata')} WHERE ${within('schema_name')} ORDER BY schema_name`,
  );
  const ofTables = within('t.table_schema', 't.table_name');
  const tables = await inParts(
    session,
    `SELECT t.table_schema, t.table_name, t.table_type, t.comment, v.view_definition FROM ${view('tables')} t
     LEFT JOIN ${view('views')} v ON v.table_schema = t.table_schema AND v.table_name = t.table_name WHERE ${ofTables}`,
  );
  const columns = await inParts(
    session,
    `SELECT t.table_schema, t.table_name, t.column_name, t.full_data_type, t.is_nullable, t.comment,
       CAST(t.ordinal_position AS STRING), CAST(t.partition_index AS STRING)
     FROM ${view('columns')} t WHERE ${ofTables}`,
  );
  const keys = await inParts(
    session,
    `SELECT t.table_schema, t.table_name, t.constraint_name, t.constraint_type, k.column_name,
       CAST(k.ordinal_position AS STRING), CAST(k.position_in_unique_constraint AS STRING),
       r.unique_constraint_schema, r.unique_constraint_name
     FROM ${view('table_constraints')} t JOIN ${view('key_column_usage')} k
       ON k.constraint_schema = t.constraint_schema AND k.constraint_name = t.constraint_name AND k.table_name = t.table_name
     LEFT JOIN ${view('referential_constraints')} r
       ON r.constraint_schema = t.constraint_schema AND r.constraint_name = t.constraint_name
     WHERE t.constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY') AND ${ofTables}`,
  );
  const found: Found = {
    columns: groupBy(columns, tableKey),
    constraints: constraintsByTable(constraintsOf(keys)),
  };
  return {
    database: catalog,
    schemas: schemasOf(schemas),
    refusedSchemas: [],
    tables: [...tables]
      .sort((a, b) => (tableKey(a) < tableKey(b) ? -1 : 1))
      .map((row) => tableOf(row, found))
      .filter(({ kind }) => scope.includeViews || (kind !== 'View' && kind !== 'MaterializedView')),
  };
}

/** Asks for rows of the tables `t`, of half of them each where all would be too large for one answer. */
async function inParts(session: Session, sql: string, parts = 1, part = 0): Promise<readonly Row[]> {
  const own = parts === 1 ? sql : `${sql} AND pmod(xxhash64(t.table_name), ${parts}) = ${part}`;
  try {
    return (await session.query(own, LISTING)).rows;
  } catch (error) {
    if (!(error instanceof SourceError) || error.reason !== 'tooLarge' || parts >= 2 ** MOST_HALVINGS) throw error;
  }
  const first = await inParts(session, sql, parts * 2, part);
  return [...first, ...(await inParts(session, sql, parts * 2, part + parts))];
}

interface Found {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly constraints: ReadonlyMap<string, readonly SourceConstraint[]>;
}

/** Keys, which the source does not check. A foreign key leads to a primary key by its name; one of elsewhere is left out. */
function constraintsOf(rows: readonly Row[]): TableConstraint[] {
  const named = groupBy(rows, ([schema, table, name]) => JSON.stringify([schema, table, name]));
  const keys = [...named.values()].map((key) => [...key].sort((a, b) => Number(a[5]) - Number(b[5])));
  const primary = new Map(
    keys.filter(([first]) => first![3] === 'PRIMARY KEY').map((key) => [JSON.stringify([key[0]![0], key[0]![2]]), key]),
  );
  return keys.flatMap((key): TableConstraint[] => {
    const [[schema, table, , type, , , , otherSchema, otherName]] = key as [Row];
    const columns = key.map((row) => row[4]!);
    const place = JSON.stringify([schema, table]);
    if (type === 'PRIMARY KEY') return [{ table: place, constraint: { type: 'PRIMARY_KEY', columns } }];
    const other = primary.get(JSON.stringify([otherSchema, otherName]));
    const there = key.map((row) => other?.[Number(row[6] ?? row[5]) - 1]?.[4]);
    if (!there.every((one): one is string => typeof one === 'string')) return [];
    const referred = { schema: other![0]![0]!, table: other![0]![1]!, columns: there };
    return [{ table: place, constraint: { type: 'FOREIGN_KEY', columns, referred } }];
  });
}

function tableOf(row: Row, { columns, constraints }: Found): SourceTable {
  const [schema, name, type, comment, definition] = row;
  const key = tableKey(row);
  const own = [...(columns.get(key) ?? [])].sort((a, b) => Number(a[6]) - Number(b[6]));
  const partition = own.filter((one) => one[7] !== null).sort((a, b) => Number(a[7]) - Number(b[7]));
  return {
    schema: schema!,
    name: name!,
    kind: kindOfTable(type!, partition.length > 0),
    columns: own.map(([, , column, display, nullable, said]) => ({
      ...columnOf(column!, display!),
      isNullable: nullable !== 'NO',
      ...(said && { comment: said }),
    })),
    constraints: constraints.get(key) ?? [],
    ...(comment && { comment }),
    ...(partition.length && { partition: { columns: partition.map((one) => one[2]!), method: 'LIST' } }),
    ...(definition && { definition }),
  };
}

function kindOfTable(type: string, isPartitioned: boolean): TableKind {
  if (type === 'MATERIALIZED_VIEW') return 'MaterializedView';
  if (/VIEW$/.test(type)) return 'View';
  if (type === 'FOREIGN') return 'Foreign';
  if (/^EXTERNAL/.test(type)) return 'External';
  return isPartitioned ? 'Partitioned' : 'Regular';
}

/** Fields of structs are columns, of those in arrays as well. */
function columnOf(name: string, display: string): SourceColumn {
  const element = /^array<(.*)>$/is.exec(display)?.[1] ?? display;
  const children = structFields(element, columnOf);
  return { name, display, kind: kindOf('Databricks', display), isNullable: true, ...(children.length && { children }) };
}
