import { groupBy } from '@app/common';
import { type Kind, kindOf } from '../catalogue/kind';
import { askOf, schemasOf } from '../catalogue/listing';
import type { SourceColumn, SourceConstraint, SourceTable, TableKind } from '../catalogue/source-table';
import type { Cell, Listing, Row, Scope, Session } from '../engine';
import type { PostgresConfig } from './postgres-config';

const OF_THE_SYSTEM = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

/** A list as one parameter; NULL for all. */
const IN_SCOPE = `($1::text IS NULL OR n.nspname IN (SELECT jsonb_array_elements_text($1::jsonb)))`;
const TABLES_IN_SCOPE = `${OF_THE_SYSTEM} AND ${IN_SCOPE}
  AND ($2::text IS NULL OR c.relname IN (SELECT jsonb_array_elements_text($2::jsonb)))
  AND has_schema_privilege(n.oid, 'USAGE') AND c.relpersistence <> 't'
  AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND (c.relkind NOT IN ('v', 'm') OR $3::boolean)
  AND (NOT c.relispartition OR $4::boolean)`;

const SCHEMAS = `
  SELECT n.nspname, obj_description(n.oid, 'pg_namespace'), has_schema_privilege(n.oid, 'USAGE')
  FROM pg_namespace n WHERE ${OF_THE_SYSTEM} AND ${IN_SCOPE} ORDER BY n.nspname COLLATE "C"`;

/** Whether policies on rows of a table apply to the role: not to one that passes all, nor to its owner unless they are forced. */
const HAS_ROW_SECURITY = `(c.relrowsecurity AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE'))
    AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = current_user AND (r.rolsuper OR r.rolbypassrls)))`;

const TABLES = `
  SELECT c.oid, n.nspname, c.relname, c.relkind, obj_description(c.oid, 'pg_class'),
    CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint END,
    CASE WHEN c.relkind IN ('r', 'm') THEN pg_table_size(c.oid) END,
    CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
    c.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid),
    p.partstrat,
    (SELECT jsonb_agg(a.attname ORDER BY k.place) FROM unnest(p.partattrs::int2[]) WITH ORDINALITY k(attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum),
    ${HAS_ROW_SECURITY},
    NOT (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid
  WHERE ${TABLES_IN_SCOPE} ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

/** Domains by the type below them, through all levels. */
const COLUMNS = `
  WITH RECURSIVE base(oid, type, mod) AS (
    SELECT oid, typbasetype, typtypmod FROM pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT b.oid, t.typbasetype, t.typtypmod FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd'
  ), domain AS (SELECT b.* FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype <> 'd')
  SELECT c.oid, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN d.oid IS NOT NULL THEN format_type(d.type, d.mod) END,
    t.typtype, e.typtype, t.typcategory,
    o.typnotnull OR a.attnotnull AND NOT EXISTS (SELECT FROM pg_constraint v
      WHERE v.conrelid = c.oid AND v.contype = 'n' AND v.conkey[1] = a.attnum AND NOT v.convalidated),
    col_description(c.oid, a.attnum)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type o ON o.oid = a.atttypid
  LEFT JOIN domain d ON d.oid = a.atttypid
  JOIN pg_type t ON t.oid = coalesce(d.type, a.atttypid)
  LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
  WHERE ${TABLES_IN_SCOPE} ORDER BY c.oid, a.attnum`;

const CONSTRAINTS = `
  SELECT k.conrelid, k.contype, names(k.conrelid, k.conkey), fn.nspname, f.relname, names(k.confrelid, k.confkey)
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_class f ON f.oid = k.confrelid LEFT JOIN pg_namespace fn ON fn.oid = f.relnamespace
  WHERE k.contype IN ('p', 'u', 'f') AND k.convalidated AND ${TABLES_IN_SCOPE} ORDER BY k.conrelid, k.contype, k.conname COLLATE "C"`.replaceAll(
  /names\(([\w.]+), ([\w.]+)\)/g,
  `(SELECT jsonb_agg(a.attname ORDER BY i.place) FROM unnest($2) WITH ORDINALITY i(attnum, place)
    JOIN pg_attribute a ON a.attrelid = $1 AND a.attnum = i.attnum)`,
);

const KINDS: Readonly<Record<string, TableKind>> = {
  r: 'Regular',
  p: 'Partitioned',
  f: 'Foreign',
  v: 'View',
  m: 'MaterializedView',
};
const METHODS: Readonly<Record<string, string>> = { r: 'RANGE', l: 'LIST', h: 'HASH' };

/** The path of the role: types that it finds, and tables of views, are written without their schema. */
const AS_THE_ROLE = 'SET LOCAL search_path TO DEFAULT';
const AS_A_READING = 'SET LOCAL search_path = pg_catalog';

/** Four statements, however many tables there are. */
export async function introspectPostgres(session: Session, config: PostgresConfig, scope: Scope): Promise<Listing> {
  await session.query(AS_THE_ROLE);
  const listing = await listed(session, config, scope);
  await session.query(AS_A_READING);
  return listing;
}

async function listed(session: Session, config: PostgresConfig, scope: Scope): Promise<Listing> {
  const schemas = list(scope.schemas);
  const params = [schemas, list(scope.tables), String(scope.includeViews), String(scope.includePartitions)];
  const ask = askOf(session);
  const named = await ask(SCHEMAS, [schemas]);
  const tables = await ask(TABLES, params);
  const columns = byFirst(await ask(COLUMNS, params));
  const constraints = byFirst(await ask(CONSTRAINTS, params));
  return {
    database: config.database,
    schemas: schemasOf(named),
    refusedSchemas: named.filter(([, , mayUse]) => mayUse === 'f').map(([name]) => name!),
    tables: tables.map((row) => tableOf(row, columns.get(row[0]!) ?? [], constraints.get(row[0]!) ?? [])),
  };
}

/** The databases that the role may connect to, templates aside. */
export async function postgresDatabases(session: Session, config: PostgresConfig): Promise<readonly PostgresConfig[]> {
  if (!config.allDatabases) return [config];
  const { rows } = await session.query(
    `SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate AND has_database_privilege(oid, 'CONNECT') ORDER BY 1`,
  );
  return rows.map(([database]) => ({ ...config, database: database! }));
}

function tableOf(row: Row, columns: readonly Row[], constraints: readonly Row[]): SourceTable {
  const [oid, schema, name, kind, comment, estimate, size, definition, hasHeirs, method, ...more] = row;
  const [partitionColumns, hasRowSecurity, isRefused] = more;
  return {
    schema: schema!,
    name: name!,
    kind: KINDS[kind!]!,
    nativeId: oid!,
    columns: columns.map(columnOf),
    constraints: constraints.map(constraintOf),
    ...(comment && { comment }),
    ...(estimate != null && { rowEstimate: Number(estimate) }),
    ...(size != null && { sizeInByte: Number(size) }),
    ...(definition && { definition }),
    ...(hasHeirs === 't' && { hasHeirs: true as const }),
    ...(hasRowSecurity === 't' && { rowSecurity: true as const }),
    ...(isRefused === 't' && { isRefused: true as const }),
    ...(method && { partition: { columns: names(partitionColumns), method: METHODS[method] ?? method } }),
  };
}

function columnOf([, name, display, base, type, element, category, notNull, comment]: Row): SourceColumn {
  return {
    name: name!,
    display: display!,
    kind: kindOfType(base ?? display!, type!, element ?? undefined, category!),
    isNullable: notNull !== 't',
    ...(comment && { comment }),
  };
}

/** Enumerations, ranges and composite types have words of their own. */
function kindOfType(words: string, type: string, element: string | undefined, category: string): Kind {
  if (type === 'e') return { is: 'enum' };
  if (type === 'c') return { is: 'struct' };
  if (type === 'r' || type === 'm') return { is: 'printed', word: 'RANGE' };
  if (category === 'A')
    return {
      is: 'array',
      element: element === 'e' ? { is: 'enum' } : kindOf('Postgres', words.replace(/(\[\])+$/, '')),
    };
  return kindOf('Postgres', words);
}

function constraintOf([, type, columns, schema, table, referred]: Row): SourceConstraint {
  if (type !== 'f') return { type: type === 'p' ? 'PRIMARY_KEY' : 'UNIQUE', columns: names(columns) };
  return {
    type: 'FOREIGN_KEY',
    columns: names(columns),
    referred: { schema: schema!, table: table!, columns: names(referred) },
  };
}

const list = (values: readonly string[] | undefined): Cell => (values ? JSON.stringify(values) : null);
const names = (cell: Cell | undefined): string[] => (cell ? (JSON.parse(cell) as string[]) : []);

const byFirst = (rows: readonly Row[]): Map<string, Row[]> => groupBy(rows, ([first]) => first!);
