import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, constraintsByTable, inScope, isOneOf, schemasOf, type TableConstraint } from '../catalogue/listing';
import type { SourceColumn, SourceConstraint, SourceTable, TableKind } from '../catalogue/source-table';
import type { Listing, Row, Scope, Session } from '../engine';
import type { MssqlConfig } from './mssql-connection';
import { MSSQL } from './mssql-dialect';

/** From here on the server's own schemas, which roles own. */
const SYSTEM_SCHEMAS = 16_384;

/** Without one in the config, all are read by sessions of their own, each with its own. */
export const databaseOf = ({ database }: MssqlConfig): string => database ?? '';

/** Databases that the login may open, those of the server itself apart. */
export async function mssqlDatabases(session: Session, config: MssqlConfig): Promise<readonly MssqlConfig[]> {
  if (config.database !== undefined) return [config];
  const { rows } = await session.query(
    `SELECT name FROM sys.databases
     WHERE name NOT IN (N'master', N'tempdb', N'model', N'msdb') AND state = 0 AND HAS_DBACCESS(name) = 1 ORDER BY name`,
  );
  return rows.map(([database]) => ({ ...config, database: database! }));
}

const commentOf = (kind: number, id: string, part = '0'): string =>
  `(SELECT CAST(e.value AS nvarchar(4000)) FROM sys.extended_properties e
      WHERE e.class = ${kind} AND e.major_id = ${id} AND e.minor_id = ${part} AND e.name = N'MS_Description')`;

/** Lists a database with five statements, however many tables there are. */
export async function introspectMssql(session: Session, config: MssqlConfig, scope: Scope): Promise<Listing> {
  const ask = askOf(session);
  const schemasWithin = [
    `s.schema_id < ${SYSTEM_SCHEMAS} AND s.name NOT IN (N'sys', N'INFORMATION_SCHEMA', N'guest')`,
    ...inScope(scope, MSSQL.text, 's.name'),
  ].join(' AND ');
  const within = [
    schemasWithin,
    `o.type IN ('U'${scope.includeViews ? ", 'V'" : ''}) AND o.is_ms_shipped = 0`,
    ...(scope.tables ? [isOneOf('o.name', scope.tables, MSSQL.text)] : []),
  ].join(' AND ');
  const from = 'sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id';
  const schemas = await ask(
    `SELECT s.name, ${commentOf(3, 's.schema_id')} FROM sys.schemas s WHERE ${schemasWithin} ORDER BY s.name`,
  );
  const tables = await ask(
    `SELECT CAST(o.object_id AS varchar(20)), s.name, o.name, RTRIM(o.type), ${commentOf(1, 'o.object_id')},
       CASE WHEN o.type = 'V' THEN OBJECT_DEFINITION(o.object_id) END,
       (SELECT CAST(SUM(p.rows) AS varchar(20)) FROM sys.partitions p WHERE p.object_id = o.object_id AND p.index_id IN (0, 1)),
       (SELECT TOP (1) c.name FROM sys.indexes i JOIN sys.partition_schemes z ON z.data_space_id = i.data_space_id
          JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.partition_ordinal = 1
          JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
          WHERE i.object_id = o.object_id AND i.index_id IN (0, 1)),
       CASE WHEN EXISTS (SELECT 1 FROM sys.indexes i WHERE i.object_id = o.object_id AND i.index_id = 1) THEN '1' ELSE '0' END,
       CAST(OBJECTPROPERTY(o.object_id, 'TableIsExternal') AS varchar(1)),
       CASE WHEN EXISTS (SELECT 1 FROM sys.security_predicates y JOIN sys.security_policies q ON q.object_id = y.object_id AND q.is_enabled = 1
          WHERE y.target_object_id = o.object_id AND y.predicate_type = 0) THEN '1' ELSE '0' END
     FROM ${from} WHERE ${within} ORDER BY s.name, o.name`,
  );
  const columns = await ask(
    `SELECT CAST(o.object_id AS varchar(20)), c.name, TYPE_NAME(c.system_type_id), CAST(c.max_length AS varchar(10)),
       CAST(c.precision AS varchar(5)), CAST(c.scale AS varchar(5)), CAST(c.is_nullable AS varchar(1)),
       ${commentOf(1, 'o.object_id', 'c.column_id')}, TYPE_NAME(c.user_type_id)
     FROM ${from} JOIN sys.columns c ON c.object_id = o.object_id WHERE ${within} ORDER BY o.object_id, c.column_id`,
  );
  const keys = await ask(
    `SELECT CAST(o.object_id AS varchar(20)), RTRIM(k.type), k.name, c.name
     FROM ${from} JOIN sys.key_constraints k ON k.parent_object_id = o.object_id
       JOIN sys.index_columns i ON i.object_id = o.object_id AND i.index_id = k.unique_index_id AND i.key_ordinal > 0
       JOIN sys.columns c ON c.object_id = i.object_id AND c.column_id = i.column_id
     WHERE ${within} ORDER BY o.object_id, k.type, k.name, i.key_ordinal`,
  );
  const foreign = await ask(
    `SELECT CAST(o.object_id AS varchar(20)), f.name, c.name, SCHEMA_NAME(r.schema_id), r.name, rc.name
     FROM ${from} JOIN sys.foreign_keys f ON f.parent_object_id = o.object_id
       JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
       JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
       JOIN sys.objects r ON r.object_id = f.referenced_object_id
       JOIN sys.columns rc ON rc.object_id = r.object_id AND rc.column_id = k.referenced_column_id
     WHERE ${within} ORDER BY o.object_id, f.name, k.constraint_column_id`,
  );
  const found: Found = {
    columns: groupBy(columns, ([id]) => id!),
    constraints: constraintsByTable([...constraintsOf(keys), ...foreignOf(foreign)]),
  };
  return {
    database: databaseOf(config),
    schemas: schemasOf(schemas),
    refusedSchemas: [],
    tables: tables.map((row) => tableOf(row, found)),
  };
}

interface Found {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly constraints: ReadonlyMap<string, readonly SourceConstraint[]>;
}

function constraintsOf(rows: readonly Row[]): TableConstraint[] {
  return [...groupBy(rows, ([id, , name]) => `${id} ${name}`).values()].map((key) => ({
    table: key[0]![0]!,
    constraint: { type: key[0]![1] === 'PK' ? 'PRIMARY_KEY' : 'UNIQUE', columns: key.map((row) => row[3]!) },
  }));
}

function foreignOf(rows: readonly Row[]): TableConstraint[] {
  return [...groupBy(rows, ([id, name]) => `${id} ${name}`).values()].map((key) => {
    const [id, , , schema, table] = key[0]!;
    const referred = { schema: schema!, table: table!, columns: key.map((row) => row[5]!) };
    return { table: id!, constraint: { type: 'FOREIGN_KEY', columns: key.map((row) => row[2]!), referred } };
  });
}

function tableOf(row: Row, { columns, constraints }: Found): SourceTable {
  const [id, schema, name, type, comment, definition, rows, partitioned, isClustered, external, hasFilter] = row;
  return {
    schema: schema!,
    name: name!,
    kind: kindOfTable(type!, isClustered === '1', partitioned != null, external === '1'),
    nativeId: id!,
    columns: (columns.get(id!) ?? []).map(columnOf),
    constraints: constraints.get(id!) ?? [],
    ...(comment && { comment }),
    ...(definition && { definition }),
    ...(hasFilter === '1' && { rowSecurity: true as const }),
    ...(rows != null && type === 'U' && { rowEstimate: Number(rows) }),
    ...(partitioned != null && { partition: { columns: [partitioned], method: 'RANGE' } }),
  };
}

/** A view with a clustered index stores its rows. */
function kindOfTable(type: string, isClustered: boolean, isPartitioned: boolean, isExternal: boolean): TableKind {
  if (type === 'V') return isClustered ? 'MaterializedView' : 'View';
  if (isExternal) return 'External';
  return isPartitioned ? 'Partitioned' : 'Regular';
}

function columnOf([, name, type, length, precision, scale, nullable, comment, own]: Row): SourceColumn {
  const display = displayOf(type ?? own!, length!, precision!, scale!);
  return {
    name: name!,
    display,
    kind: kindOf('Mssql', display),
    isNullable: nullable !== '0',
    ...(comment && { comment }),
  };
}

/** Types of users by the type below them; the length of texts of two bytes is in bytes. */
function displayOf(type: string, length: string, precision: string, scale: string): string {
  const bytes = Number(length);
  const size = /^n(var)?char$/.test(type) ? bytes / 2 : bytes;
  if (/^(n?(var)?char|(var)?binary)$/.test(type)) return `${type}(${bytes === -1 ? 'max' : size})`;
  if (/^(decimal|numeric)$/.test(type)) return `${type}(${precision},${scale})`;
  return /^(datetime2|datetimeoffset|time)$/.test(type) ? `${type}(${scale})` : type;
}
