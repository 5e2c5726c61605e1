import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, constraintsByTable, tableKey } from '../catalogue/listing';
import {
  type SourceColumn,
  type SourceConstraint,
  type SourceTable,
  structFields,
  type TableKind,
} from '../catalogue/source-table';
import type { Listing, Row, Scope } from '../engine';
import { endsTheReading, SourceError } from '../reason';
import type { Dataset } from './bigquery-api';
import type { BigQueryConfig } from './bigquery-connection';
import { constraintsOf } from './bigquery-constraints';
import { BIGQUERY } from './bigquery-dialect';
import type { BigQuerySession } from './bigquery-session';

/** Most datasets that one statement asks: each is a table of it, of which it has 1,000 at most. */
const DATASETS_TOGETHER = 100;

/** Lists a project with six statements for up to 100 datasets of one location, however many tables they have. */
export async function introspectBigQuery(
  session: BigQuerySession,
  config: BigQueryConfig,
  scope: Scope,
): Promise<Listing> {
  const all = (await session.datasets()).filter(({ name }) => scope.schemas?.includes(name) ?? true);
  const refused: string[] = [];
  const tables: SourceTable[] = [];
  // A statement reads datasets of one location only.
  for (const together of groupBy(all, ({ location }) => location).values())
    for (let i = 0; i < together.length; i += DATASETS_TOGETHER)
      tables.push(...(await listed(session, config, scope, together.slice(i, i + DATASETS_TOGETHER), refused)));
  return {
    database: config.project,
    schemas: all.map(({ name }) => ({ name })),
    refusedSchemas: refused,
    tables,
  };
}

/** Where one of several datasets may not be listed, each is asked alone. */
async function listed(
  session: BigQuerySession,
  config: BigQueryConfig,
  scope: Scope,
  datasets: readonly Dataset[],
  refused: string[],
): Promise<readonly SourceTable[]> {
  try {
    return await tablesOf(session, config, scope, datasets);
  } catch (error) {
    if (!(error instanceof SourceError) || endsTheReading(error.reason)) throw error;
    if (error.reason !== 'notPermitted') throw error;
    if (datasets.length === 1) {
      refused.push(datasets[0]!.name);
      return [];
    }
    const found: SourceTable[] = [];
    for (const one of datasets) found.push(...(await listed(session, config, scope, [one], refused)));
    return found;
  }
}

async function tablesOf(
  session: BigQuerySession,
  { project }: BigQueryConfig,
  scope: Scope,
  datasets: readonly Dataset[],
): Promise<readonly SourceTable[]> {
  const ask = async (
    members: string,
    from: (dataset: string) => string,
    { where = 'TRUE', table = 'table_name' }: { where?: string; table?: string } = {},
  ): Promise<readonly Row[]> => {
    const named = scope.tables ? `AND ${isOneOf(table, scope.tables)}` : '';
    const parts = datasets.map(
      ({ name }) => `SELECT ${BIGQUERY.text(name)} AS dataset, ${members} FROM ${from(name)} WHERE ${where} ${named}`,
    );
    return askOf(session)(parts.join(' UNION ALL '));
  };
  const view =
    (name: string) =>
    (dataset: string): string =>
      `${BIGQUERY.name(project, dataset)}.INFORMATION_SCHEMA.${name}`;
  const tables = await ask(
    "table_name, table_type, CASE WHEN table_type = 'MATERIALIZED VIEW' THEN ddl END",
    view('TABLES'),
  );
  const columns = await ask(
    'table_name, column_name, data_type, is_nullable, is_partitioning_column, CAST(ordinal_position AS STRING)',
    view('COLUMNS'),
  );
  const comments = await ask('table_name, field_path, description', view('COLUMN_FIELD_PATHS'), {
    where: "description IS NOT NULL AND description <> ''",
  });
  const described = await ask("table_name, '', option_value", view('TABLE_OPTIONS'), {
    where: "option_name = 'description'",
  });
  const definitions = await ask("table_name, '', view_definition", view('VIEWS'));
  const sizes = await ask(
    'table_id, CAST(row_count AS STRING), CAST(size_bytes AS STRING), CAST(last_modified_time AS STRING)',
    (dataset) => BIGQUERY.name(project, dataset, '__TABLES__'),
    { table: 'table_id' },
  );
  const keys = await constraintsOf(session, project, datasets);
  const found: Found = {
    columns: groupBy(columns, tableKey),
    comments: new Map(comments.map((row) => [JSON.stringify([...row.slice(0, 3)]), row[3]!])),
    described: new Map(described.map((row) => [tableKey(row), literalText(row[3] ?? '')])),
    definitions: new Map(definitions.map((row) => [tableKey(row), row[3] ?? ''])),
    sizes: new Map(sizes.map((row) => [tableKey(row), row])),
    constraints: constraintsByTable(keys),
  };
  return tables
    .map((row) => tableOf(row, found))
    .filter(({ kind }) => scope.includeViews || (kind !== 'View' && kind !== 'MaterializedView'))
    .sort((a, b) => (tableKey([a.schema, a.name]) < tableKey([b.schema, b.name]) ? -1 : 1));
}

interface Found {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  /** By dataset, table and path of the field. */
  readonly comments: ReadonlyMap<string, string>;
  readonly described: ReadonlyMap<string, string>;
  readonly definitions: ReadonlyMap<string, string>;
  readonly sizes: ReadonlyMap<string, Row>;
  readonly constraints: ReadonlyMap<string, readonly SourceConstraint[]>;
}

const isOneOf = (x: string, values: readonly string[]): string =>
  values.length ? `${x} IN (${values.map(BIGQUERY.text).join(', ')})` : 'FALSE';

/** Options are listed as literals of JSON's kind: `"It is \"new\""`. */
function literalText(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.replaceAll(/^"|"$/g, '');
  }
}

function tableOf(row: Row, found: Found): SourceTable {
  const [schema, name, type, ddl] = row;
  const key = tableKey(row);
  const columns = [...(found.columns.get(key) ?? [])].sort((a, b) => Number(a[6]) - Number(b[6]));
  const partition = columns.filter((one) => one[5] === 'YES').map((one) => one[2]!);
  const [comment, definition] = [found.described.get(key), found.definitions.get(key) ?? ddl];
  const [, , rows, bytes, changed] = found.sizes.get(key) ?? [];
  const kind = kindOfTable(type!, partition.length > 0);
  const isStored = kind === 'Regular' || kind === 'Partitioned';
  return {
    schema: schema!,
    name: name!,
    kind,
    columns: columns.map(([, , column, display, nullable]) => ({
      ...columnOf(column!, display!, (path) => found.comments.get(JSON.stringify([schema, name, path]))),
      isNullable: nullable !== 'NO',
    })),
    constraints: found.constraints.get(key) ?? [],
    ...(comment && { comment }),
    ...(partition.length && { partition: { columns: partition, method: 'RANGE' } }),
    ...(definition && { definition }),
    ...(isStored && rows != null && { rowEstimate: Number(rows) }),
    ...(isStored && bytes != null && { sizeInByte: Number(bytes) }),
    ...(isStored && changed != null && { changedAt: Number(changed) }),
  };
}

function kindOfTable(type: string, isPartitioned: boolean): TableKind {
  if (type === 'MATERIALIZED VIEW') return 'MaterializedView';
  if (type === 'VIEW') return 'View';
  if (type === 'EXTERNAL') return 'External';
  return isPartitioned ? 'Partitioned' : 'Regular';
}

/** Fields of records are columns, of those that are repeated as well. */
function columnOf(
  name: string,
  display: string,
  commentOf: (path: string) => string | undefined,
  path = name,
): SourceColumn {
  const element = /^ARRAY<(.*)>$/s.exec(display)?.[1] ?? display;
  const children = structFields(element, (field, type) => columnOf(field, type, commentOf, `${path}.${field}`));
  const comment = commentOf(path);
  return {
    name,
    display,
    kind: kindOf('BigQuery', display),
    isNullable: true,
    ...(comment && { comment }),
    ...(children.length && { children }),
  };
}
