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
import type { SourceColumn, SourceConstraint, SourceTable, TableKind } from '../catalogue/source-table';
import type { Listing, Row, Rows, Scope, Session } from '../engine';
import type { SnowflakeConfig } from './snowflake-connection';
import { SNOWFLAKE } from './snowflake-dialect';

/** Databases that the account is given. */
const SYSTEM: ReadonlySet<string> = new Set(['SNOWFLAKE', 'SNOWFLAKE_SAMPLE_DATA']);

/** Without one in the config, all are read by sessions of their own, each with its own. */
export const databaseOf = ({ database }: SnowflakeConfig): string => database ?? '';

/** Databases that the role sees, those of the account itself apart. */
export async function snowflakeDatabases(
  session: Session,
  config: SnowflakeConfig,
): Promise<readonly SnowflakeConfig[]> {
  if (config.database !== undefined) return [config];
  const shown = shownBy(await session.query('SHOW DATABASES', LISTING), 'name');
  return shown
    .map(([name]) => name!)
    .filter((name) => !SYSTEM.has(name))
    .map((database) => ({ ...config, database }));
}

/** Lists a database with seven statements, however many tables there are. */
export async function introspectSnowflake(session: Session, config: SnowflakeConfig, scope: Scope): Promise<Listing> {
  const database = databaseOf(config);
  const all = (sql: string): Promise<Rows> => session.query(sql, LISTING);
  const ask = askOf(session);
  const within = (schema: string, table?: string): string =>
    [`${schema} <> 'INFORMATION_SCHEMA'`, ...inScope(scope, SNOWFLAKE.text, schema, table)].join(' AND ');
  const view = (name: string): string => `${SNOWFLAKE.name(database)}.INFORMATION_SCHEMA.${name}`;
  const schemas = await ask(
    `SELECT schema_name, comment FROM ${view('SCHEMATA')} WHERE ${within('schema_name')} ORDER BY schema_name`,
  );
  const tables = await ask(
    `SELECT table_schema, table_name, table_type, comment, CAST(row_count AS varchar), CAST(bytes AS varchar),
       CAST(DATE_PART(epoch_millisecond, last_altered) AS varchar)
     FROM ${view('TABLES')} WHERE ${within('table_schema', 'table_name')} ORDER BY table_schema, table_name`,
  );
  const columns = await ask(
    `SELECT table_schema, table_name, column_name, data_type, is_nullable, comment, CAST(character_maximum_length AS varchar),
       CAST(numeric_precision AS varchar), CAST(numeric_scale AS varchar)
     FROM ${view('COLUMNS')} WHERE ${within('table_schema', 'table_name')}
     ORDER BY table_schema, table_name, ordinal_position`,
  );
  const views = await ask(
    `SELECT table_schema, table_name, view_definition FROM ${view('VIEWS')} WHERE ${within('table_schema', 'table_name')}`,
  );
  const inDatabase = `IN DATABASE ${SNOWFLAKE.name(database)}`;
  const constraints = [
    ...keysOf('PRIMARY_KEY', await all(`SHOW PRIMARY KEYS ${inDatabase}`)),
    ...keysOf('UNIQUE', await all(`SHOW UNIQUE KEYS ${inDatabase}`)),
    ...foreignKeysOf(await all(`SHOW IMPORTED KEYS ${inDatabase}`)),
  ];
  const found: Found = {
    columns: groupBy(columns, tableKey),
    views: new Map(views.map((row) => [tableKey(row), row[2]])),
    constraints: constraintsByTable(constraints),
  };
  return {
    database,
    schemas: schemasOf(schemas),
    refusedSchemas: [],
    tables: tables
      .filter(([, , type]) => !/TEMPORARY/.test(type!) && (scope.includeViews || !/VIEW/.test(type!)))
      .map((row) => tableOf(row, found)),
  };
}

interface Found {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly views: ReadonlyMap<string, string | null | undefined>;
  readonly constraints: ReadonlyMap<string, readonly SourceConstraint[]>;
}

/** Columns of a SHOW by their names: more of them are added now and then. */
function shownBy({ columns, rows }: Rows, ...names: readonly string[]): Row[] {
  const indexes = names.map((name) => columns.findIndex((column) => column.toLowerCase() === name));
  return rows.map((row) => indexes.map((index) => row[index] ?? null));
}

const bySequence = (a: Row, b: Row): number => Number(a.at(-1)) - Number(b.at(-1));

function keysOf(type: 'PRIMARY_KEY' | 'UNIQUE', shown: Rows): TableConstraint[] {
  const rows = shownBy(shown, 'schema_name', 'table_name', 'constraint_name', 'column_name', 'key_sequence');
  const keys = groupBy(rows, ([schema, table, name]) => JSON.stringify([schema, table, name]));
  return [...keys.values()].map((key) => ({
    table: tableKey(key[0]!),
    constraint: { type, columns: key.sort(bySequence).map((row) => row[3]!) },
  }));
}

function foreignKeysOf(shown: Rows): TableConstraint[] {
  const rows = shownBy(
    shown,
    ...['fk_schema_name', 'fk_table_name', 'fk_name', 'fk_column_name'],
    ...['pk_schema_name', 'pk_table_name', 'pk_column_name', 'key_sequence'],
  );
  const keys = groupBy(rows, ([schema, table, name]) => JSON.stringify([schema, table, name]));
  return [...keys.values()].map((key) => {
    const ordered = key.sort(bySequence);
    const [, , , , schema, table] = key[0]!;
    const referred = { schema: schema!, table: table!, columns: ordered.map((row) => row[6]!) };
    return {
      table: tableKey(key[0]!),
      constraint: { type: 'FOREIGN_KEY', columns: ordered.map((row) => row[3]!), referred },
    };
  });
}

function tableOf(row: Row, { columns, views, constraints }: Found): SourceTable {
  const [schema, name, type, comment, count, bytes, altered] = row;
  const key = tableKey(row);
  const definition = views.get(key);
  return {
    schema: schema!,
    name: name!,
    kind: kindOfTable(type!),
    columns: (columns.get(key) ?? []).map(columnOf),
    constraints: constraints.get(key) ?? [],
    ...(comment && { comment }),
    ...(count != null && { rowEstimate: Number(count) }),
    ...(bytes != null && { sizeInByte: Number(bytes) }),
    ...(definition && { definition }),
    ...(altered != null && !/VIEW/.test(type!) && { changedAt: Number(altered) }),
  };
}

function kindOfTable(type: string): TableKind {
  if (type === 'MATERIALIZED VIEW') return 'MaterializedView';
  if (type === 'VIEW') return 'View';
  return type === 'EXTERNAL TABLE' ? 'External' : 'Regular';
}

function columnOf([, , name, type, nullable, comment, length, precision, scale]: Row): SourceColumn {
  const display = displayOf(type!, length, precision, scale);
  return {
    name: name!,
    display,
    kind: kindOf('Snowflake', display),
    isNullable: nullable !== 'NO',
    ...(comment && { comment }),
  };
}

type Size = string | null | undefined;

/** Types are listed without their sizes, and VARCHAR as TEXT. */
function displayOf(type: string, length: Size, precision: Size, scale: Size): string {
  if (type === 'TEXT') return length ? `VARCHAR(${length})` : 'VARCHAR';
  if (type === 'BINARY') return length ? `BINARY(${length})` : type;
  return type === 'NUMBER' && precision ? `NUMBER(${precision},${scale ?? 0})` : type;
}
