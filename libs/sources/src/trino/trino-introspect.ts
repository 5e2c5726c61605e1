import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, inScope, tableKey } from '../catalogue/listing';
import { type SourceColumn, type SourceTable, structFields, type TableKind } from '../catalogue/source-table';
import type { Listing, Row, Scope, Session } from '../engine';
import type { TrinoConfig } from './trino-connection';
import { TRINO } from './trino-dialect';

/** Lists a catalog with six statements, however many tables there are. */
export async function introspectTrino(session: Session, { catalog }: TrinoConfig, scope: Scope): Promise<Listing> {
  const ask = askOf(session);
  const ofCatalog = TRINO.name(catalog, 'information_schema');
  const within = (schema: string, table?: string): string =>
    [`${schema} <> 'information_schema'`, ...inScope(scope, TRINO.text, schema, table)].join(' AND ');
  const schemas = await ask(
    `SELECT schema_name FROM ${ofCatalog}.schemata WHERE ${within('schema_name')} ORDER BY schema_name`,
  );
  const here = `catalog_name = ${TRINO.text(catalog)}`;
  const tables = await ask(
    `SELECT table_schema, table_name, table_type FROM ${ofCatalog}.tables WHERE ${within('table_schema', 'table_name')}
     ${scope.includeViews ? '' : "AND table_type <> 'VIEW'"} ORDER BY table_schema, table_name`,
  );
  const comments = await ask(
    `SELECT schema_name, table_name, comment FROM system.metadata.table_comments
     WHERE ${here} AND comment IS NOT NULL AND ${within('schema_name', 'table_name')}`,
  );
  const views = await ask(
    `SELECT table_schema, table_name, view_definition FROM ${ofCatalog}.views WHERE ${within('table_schema', 'table_name')}`,
  );
  const stored = await ask(
    `SELECT schema_name, name, definition FROM system.metadata.materialized_views WHERE ${here} AND ${within('schema_name', 'name')}`,
  );
  const columns = await ask(
    `SELECT table_schem, table_name, column_name, type_name, is_nullable, remarks FROM system.jdbc.columns
     WHERE table_cat = ${TRINO.text(catalog)} AND ${within('table_schem', 'table_name')}
     ORDER BY table_schem, table_name, ordinal_position`,
  );
  const found: Found = {
    columns: groupBy(columns, tableKey),
    comments: thirdOf(comments),
    views: thirdOf(views),
    stored: thirdOf(stored),
  };
  return {
    database: catalog,
    schemas: schemas.map(([name]) => ({ name: name! })),
    refusedSchemas: [],
    tables: tables
      .map((row) => tableOf(row, found))
      .filter(({ kind }) => scope.includeViews || kind !== 'MaterializedView'),
  };
}

interface Found {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly comments: ReadonlyMap<string, string>;
  readonly views: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
}

const thirdOf = (rows: readonly Row[]): Map<string, string> =>
  new Map(rows.flatMap((row) => (row[2] ? [[tableKey(row), row[2]] as const] : [])));

/** Not all connectors report keys and estimates. */
function tableOf(row: Row, { columns, comments, views, stored }: Found): SourceTable {
  const [schema, name, type] = row;
  const key = tableKey(row);
  const [comment, definition] = [comments.get(key), stored.get(key) ?? views.get(key)];
  const kind: TableKind = stored.has(key) ? 'MaterializedView' : type === 'VIEW' ? 'View' : 'Regular';
  return {
    schema: schema!,
    name: name!,
    kind,
    columns: (columns.get(key) ?? []).map(([, , column, display, nullable, text]) =>
      columnOf(column!, display!, nullable !== 'NO', text),
    ),
    constraints: [],
    ...(comment !== undefined && { comment }),
    ...(definition !== undefined && { definition }),
  };
}

function columnOf(name: string, display: string, isNullable = true, comment?: string | null): SourceColumn {
  const children = structFields(display, columnOf);
  return {
    name,
    display,
    kind: kindOf('Trino', display),
    isNullable,
    ...(comment && { comment }),
    ...(children.length && { children }),
  };
}
