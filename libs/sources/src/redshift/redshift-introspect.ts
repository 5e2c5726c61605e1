import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, inScope, schemasOf, tableKey } from '../catalogue/listing';
import type { SourceColumn, SourceConstraint, SourceTable, TableKind } from '../catalogue/source-table';
import type { Listing, Row, Scope, Session } from '../engine';
import type { PostgresConfig } from '../postgres/postgres-config';

/** Databases that the service reserves for itself. */
const SYSTEM_DATABASES = `('padb_harvest', 'sys:internal', 'awsdatacatalog')`;

/**
 * Lists a database with seven statements, however many tables there are. Late-binding views, and tables of external schemas, stand in the
 * SVV views alone; keys in the catalogue of PostgreSQL, where they are said and never checked.
 */
export async function introspectRedshift(session: Session, config: PostgresConfig, scope: Scope): Promise<Listing> {
  const ask = askOf(session);
  const { text } = session.dialect;
  const within = (schema: string, table?: string): string =>
    [
      `${schema} NOT IN ('information_schema', 'catalog_history')`,
      `substring(${schema}, 1, 3) <> 'pg_'`,
      ...inScope(scope, text, schema, table),
    ].join(' AND ');
  const ofHere = 'JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace';
  const schemas = await ask(
    `SELECT n.nspname, obj_description(n.oid, 'pg_namespace'), has_schema_privilege(n.nspname, 'USAGE')
     FROM pg_catalog.pg_namespace n WHERE ${within('n.nspname')} ORDER BY 1`,
  );
  const tables = await ask(
    `SELECT table_schema, table_name, table_type, remarks FROM pg_catalog.svv_tables
     WHERE table_catalog = current_database() AND ${within('table_schema', 'table_name')}
     ${scope.includeViews ? '' : "AND table_type <> 'VIEW'"} ORDER BY 1, 2`,
  );
  const columns = await ask(
    `SELECT schema_name, table_name, column_name, data_type, is_nullable, remarks,
       character_maximum_length, numeric_precision, numeric_scale, ordinal_position
     FROM pg_catalog.svv_all_columns
     WHERE database_name = current_database() AND ${within('schema_name', 'table_name')} ORDER BY 1, 2, ordinal_position`,
  );
  const views = await ask(
    `SELECT schemaname, viewname, definition FROM pg_catalog.pg_views WHERE ${within('schemaname', 'viewname')}`,
  );
  const stored = await ask(
    `SELECT n.nspname, c.relname, c.oid FROM pg_catalog.pg_class c ${ofHere}
     WHERE c.relkind = 'r' AND ${within('n.nspname', 'c.relname')}`,
  );
  const constraints = await ask(
    `SELECT n.nspname, c.relname, k.contype, k.conkey, k.conrelid, fn.nspname, f.relname, k.confkey, k.confrelid
     FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid ${ofHere}
     LEFT JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
     LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
     WHERE k.contype IN ('p', 'u', 'f') AND ${within('n.nspname', 'c.relname')} ORDER BY 1, 2, k.contype, k.conname`,
  );
  const attributes = await ask(
    `SELECT a.attrelid, a.attnum, a.attname FROM pg_catalog.pg_attribute a WHERE a.attnum > 0 AND a.attrelid IN
       (SELECT conrelid FROM pg_catalog.pg_constraint UNION SELECT confrelid FROM pg_catalog.pg_constraint)`,
  );
  const named = new Map(attributes.map(([table, number, name]) => [`${table} ${number}`, name!]));
  const found: Found = {
    columns: groupBy(columns, tableKey),
    constraints: groupBy(constraints, tableKey),
    views: new Map(views.map((row) => [tableKey(row), row[2]!])),
    ids: new Map(stored.map((row) => [tableKey(row), row[2]!])),
    namesOf: (table, numbers) => numbersOf(numbers).map((number) => named.get(`${table} ${number}`) ?? number),
  };
  return {
    database: config.database,
    schemas: schemasOf(schemas),
    refusedSchemas: schemas.filter(([, , mayUse]) => mayUse === 'f').map(([name]) => name!),
    tables: tables
      .map((row) => tableOf(row, found))
      .filter(({ kind }) => scope.includeViews || kind !== 'MaterializedView'),
  };
}

/** Databases that a session may be opened to. */
export async function redshiftDatabases(session: Session, config: PostgresConfig): Promise<readonly PostgresConfig[]> {
  if (!config.allDatabases) return [config];
  const { rows } = await session.query(
    `SELECT datname FROM pg_catalog.pg_database
     WHERE datallowconn AND NOT datistemplate AND datname NOT IN ${SYSTEM_DATABASES} ORDER BY 1`,
  );
  return rows.map(([database]) => ({ ...config, database: database! }));
}

interface Found {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly constraints: ReadonlyMap<string, readonly Row[]>;
  readonly views: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
  /** @param numbers such as `{1,2}` */
  namesOf(table: string, numbers: string): readonly string[];
}

const numbersOf = (text: string): string[] => text.match(/\d+/g) ?? [];

function tableOf(row: Row, found: Found): SourceTable {
  const [schema, name, type, comment] = row;
  const key = tableKey(row);
  const [definition, id] = [found.views.get(key), found.ids.get(key)];
  return {
    schema: schema!,
    name: name!,
    kind: kindOfTable(type!, definition),
    columns: (found.columns.get(key) ?? []).map(columnOf),
    constraints: (found.constraints.get(key) ?? []).map((one) => constraintOf(one, found)),
    ...(comment && { comment }),
    ...(definition !== undefined && { definition }),
    ...(id !== undefined && { nativeId: id }),
  };
}

/** A materialized view is listed as a view, and its text says what it is. */
function kindOfTable(type: string, definition: string | undefined): TableKind {
  if (/^\s*create\s+materialized\s+view\b/i.test(definition ?? '')) return 'MaterializedView';
  if (type === 'VIEW') return 'View';
  return type === 'EXTERNAL TABLE' || type === 'SHARED TABLE' ? 'External' : 'Regular';
}

function columnOf([, , name, type, nullable, comment, length, precision, scale]: Row): SourceColumn {
  const display = displayOf(type!, length, precision, scale);
  return {
    name: name!,
    display,
    kind: kindOf('Redshift', display),
    isNullable: nullable !== 'NO',
    ...(comment && { comment }),
  };
}

type Size = string | null | undefined;

/** The type with the sizes that stand in columns of their own, where it does not bear them itself. */
function displayOf(type: string, length: Size, precision: Size, scale: Size): string {
  if (type.includes('(')) return type;
  if (/^(character|char|varchar|varbyte|binary varying|nchar|nvarchar|bpchar)\b/i.test(type))
    return length ? `${type}(${length})` : type;
  return /^(numeric|decimal)$/i.test(type) && precision ? `${type}(${precision},${scale ?? 0})` : type;
}

function constraintOf(
  [, , type, columns, table, schema, other, referred, otherId]: Row,
  found: Found,
): SourceConstraint {
  const names = found.namesOf(table!, columns!);
  if (type !== 'f') return { type: type === 'p' ? 'PRIMARY_KEY' : 'UNIQUE', columns: names };
  const there = { schema: schema!, table: other!, columns: found.namesOf(otherId!, referred!) };
  return { type: 'FOREIGN_KEY', columns: names, referred: there };
}
