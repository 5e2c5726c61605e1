import { groupBy } from '@app/common';
import { type Kind, kindOf } from '../catalogue/kind';
import { askOf, tableKey } from '../catalogue/listing';
import type { SourceColumn, SourceConstraint, SourceTable, TableKind } from '../catalogue/source-table';
import type { Listing, Row, Scope, Session } from '../engine';
import type { MysqlConfig } from './mysql-config';
import { MARIADB } from './mysql-dialect';

const SYSTEM = ['mysql', 'information_schema', 'performance_schema', 'sys'];

const listOf = (values: readonly string[]): string =>
  `(${[...values].map((one) => `BINARY ${MARIADB.text(one)}`).join(', ')})`;

/** Five statements, however many tables there are. */
export async function introspectMysql(session: Session, config: MysqlConfig, scope: Scope): Promise<Listing> {
  const ask = askOf(session);
  const schemas =
    config.schema === undefined
      ? scope.schemas
      : (scope.schemas ?? [config.schema]).filter((one) => one === config.schema);
  const inScope = (schema: string, table?: string): string =>
    [
      `${schema} NOT IN (${SYSTEM.map((one) => MARIADB.text(one)).join(', ')})`,
      ...(schemas ? [schemas.length ? `BINARY ${schema} IN ${listOf(schemas)}` : '1 = 0'] : []),
      ...(table && scope.tables ? [scope.tables.length ? `BINARY ${table} IN ${listOf(scope.tables)}` : '1 = 0'] : []),
    ].join(' AND ');
  const named = await ask(
    `SELECT schema_name FROM information_schema.schemata WHERE ${inScope('schema_name')} ORDER BY BINARY schema_name`,
  );
  const tables = await ask(`
    SELECT t.table_schema, t.table_name, t.table_type, t.table_comment, t.table_rows, t.data_length + t.index_length,
      unix_timestamp(t.update_time) * 1000, v.view_definition, t.create_options
    FROM information_schema.tables t
    LEFT JOIN information_schema.views v ON v.table_schema = t.table_schema AND v.table_name = t.table_name
    WHERE ${inScope('t.table_schema', 't.table_name')} AND t.table_type <> 'TEMPORARY' AND t.table_type <> 'SEQUENCE'
    ORDER BY BINARY t.table_schema, BINARY t.table_name`);
  const columns = byTable(
    await ask(`
    SELECT c.table_schema, c.table_name, c.column_name, c.column_type, c.is_nullable, c.column_comment, c.data_type
    FROM information_schema.columns c WHERE ${inScope('c.table_schema', 'c.table_name')} ORDER BY c.ordinal_position`),
  );
  const json = await jsonColumns(ask, inScope('constraint_schema', 'table_name'), session);
  const keys = byTable(
    await ask(`
    SELECT k.table_schema, k.table_name, k.constraint_name, c.constraint_type, k.column_name,
      k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name
    FROM information_schema.key_column_usage k JOIN information_schema.table_constraints c
      ON c.constraint_schema = k.constraint_schema AND c.table_name = k.table_name AND c.constraint_name = k.constraint_name
    WHERE ${inScope('k.table_schema', 'k.table_name')} ORDER BY BINARY k.constraint_name, k.ordinal_position`),
  );
  const partitions = byTable(
    await ask(`
    SELECT DISTINCT p.table_schema, p.table_name, p.partition_method, p.partition_expression
    FROM information_schema.partitions p WHERE p.partition_method IS NOT NULL AND ${inScope('p.table_schema', 'p.table_name')}`),
  );
  const listed = scope.includeViews ? tables : tables.filter(([, , type]) => type !== 'VIEW');
  return {
    database: config.databaseName,
    schemas: named.map(([name]) => ({ name: name! })),
    refusedSchemas: [],
    ...(config.schema !== undefined && { restrictedTo: [config.schema] }),
    tables: listed.map((row) => {
      const key = tableKey(row);
      return tableOf(row, {
        columns: (columns.get(key) ?? []).map((column) => columnOf(column, json)),
        constraints: constraintsOf(keys.get(key) ?? []),
        partition: partitions.get(key)?.[0],
      });
    }),
  };
}

/** JSON of MariaDB is longtext that is checked to be JSON. MySQL has a type of its own, and no such list. */
async function jsonColumns(
  ask: (sql: string) => Promise<readonly Row[]>,
  inScope: string,
  session: Session,
): Promise<ReadonlySet<string>> {
  if (session.dialect !== MARIADB) return new Set();
  const checks = await ask(
    `SELECT constraint_schema, table_name, check_clause FROM information_schema.check_constraints WHERE ${inScope}`,
  );
  return new Set(
    checks.flatMap(([schema, table, clause]) => {
      const [, column] = /^json_valid\(`((?:[^`]|``)*)`\)$/i.exec(clause!) ?? [];
      return column === undefined ? [] : [JSON.stringify([schema, table, column.replaceAll('``', '`')])];
    }),
  );
}

const KINDS: Readonly<Record<string, TableKind>> = { VIEW: 'View' };

interface Parts {
  readonly columns: readonly SourceColumn[];
  readonly constraints: readonly SourceConstraint[];
  readonly partition: Row | undefined;
}

function tableOf(row: Row, { columns, constraints, partition }: Parts): SourceTable {
  const [schema, name, type, comment, estimate, size, changed, definition] = row;
  const isView = type === 'VIEW';
  return {
    schema: schema!,
    name: name!,
    kind: KINDS[type!] ?? (partition ? 'Partitioned' : 'Regular'),
    columns,
    constraints,
    // The comment of a view is the word VIEW.
    ...(comment && !isView && { comment }),
    ...(estimate != null && !isView && { rowEstimate: Number(estimate) }),
    ...(size != null && !isView && { sizeInByte: Number(size) }),
    ...(changed != null && !isView && { changedAt: Math.trunc(Number(changed)) }),
    ...(definition && { definition }),
    ...(partition && { partition: { columns: partitionColumns(partition[3]!), method: partition[2]! } }),
  };
}

/** Where it is by columns; an expression over them names none. */
function partitionColumns(expression: string): string[] {
  const names = expression.split(',').map((one) => /^`((?:[^`]|``)+)`$/.exec(one.trim())?.[1]?.replaceAll('``', '`'));
  return names.every((name) => name !== undefined) ? names : [];
}

function columnOf([schema, table, name, type, nullable, comment, word]: Row, json: ReadonlySet<string>): SourceColumn {
  return {
    name: name!,
    display: type!,
    kind: json.has(JSON.stringify([schema, table, name])) ? { is: 'json' } : kindOfType(type!, word!),
    isNullable: nullable === 'YES',
    ...(comment && { comment }),
  };
}

function kindOfType(type: string, word: string): Kind {
  if (/^(enum)$/i.test(word)) return { is: 'enum' };
  if (/^(set)$/i.test(word)) return { is: 'printed', word: 'SET' };
  // The one boolean that a server of MySQL has; with another width it is a number.
  if (/^tinyint\(1\)$/i.test(type)) return { is: 'bool' };
  return kindOf('MariaDB', type);
}

function constraintsOf(rows: readonly Row[]): SourceConstraint[] {
  const found = groupBy(rows, (row) => `${row[3]} ${row[2]}`);
  return [...found.values()].flatMap((all): SourceConstraint[] => {
    const columns = all.map((row) => row[4]!);
    const [, , , type, , schema, table] = all[0]!;
    if (type === 'PRIMARY KEY') return [{ type: 'PRIMARY_KEY', columns }];
    if (type === 'UNIQUE') return [{ type: 'UNIQUE', columns }];
    if (type !== 'FOREIGN KEY') return [];
    return [
      {
        type: 'FOREIGN_KEY',
        columns,
        referred: { schema: schema!, table: table!, columns: all.map((row) => row[7]!) },
      },
    ];
  });
}

const byTable = (rows: readonly Row[]): Map<string, Row[]> => groupBy(rows, tableKey);
