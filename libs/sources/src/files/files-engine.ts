import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, tableKey } from '../catalogue/listing';
import { type SourceColumn, type SourceTable, structFields } from '../catalogue/source-table';
import type { Engine, Listing, Row, Scope, Session } from '../engine';
import { SourceError } from '../reason';
import type { FoundTable } from './file-listing';
import { type FilesConfig, readFilesConfig } from './files-config';
import { DUCKDB } from './files-dialect';
import { explainFiles } from './files-explain';
import { FilesSession } from './files-session';

/** Files of a folder, read by DuckDB in a process of its own. */
export const filesEngine: Engine<FilesConfig> = {
  name: 'files',
  driver: '@duckdb/node-api',
  serviceTypes: ['Datalake'],
  dialect: DUCKDB,
  typeWords: { dec: 'DECIMAL', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: true,
  connectionKeys: ['configSource.type', 'configSource.path', 'databaseName', 'tables'],
  readConfig: readFilesConfig,
  connect: async (config, context) => {
    try {
      return await FilesSession.open(config, context);
    } catch (error) {
      throw new SourceError(explainFiles(error, config), { cause: error });
    }
  },
  databases: (_session, config) => Promise.resolve([config]),
  databaseName: ({ databaseName }) => databaseName,
  introspect,
  explain: explainFiles,
};

async function introspect(session: Session, config: FilesConfig, scope: Scope): Promise<Listing> {
  if (!(session instanceof FilesSession)) throw new TypeError('A session of files was expected');
  const asked = session.tables.filter(
    ({ schema, name }) => (scope.schemas?.includes(schema) ?? true) && (scope.tables?.includes(name) ?? true),
  );
  const unreadable: NonNullable<Listing['unreadable']>[number][] = [];
  const found: FoundTable[] = [];
  for (const table of asked) {
    try {
      await session.makeView(table);
      found.push(table);
    } catch (error) {
      // One broken file is no reason to know nothing of the others.
      const { reason, message } = explainFiles(error, config);
      if (reason === 'cancelled' || reason === 'driverMissing') throw error;
      unreadable.push({ schema: table.schema, name: table.name, reason, message });
    }
  }
  const rows = await askOf(session)(
    'SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY column_index',
  );
  const columns = groupBy(rows, tableKey);
  return {
    database: config.databaseName,
    schemas: [...new Set(asked.map(({ schema }) => schema))].map((name) => ({ name })),
    refusedSchemas: [],
    unreadable,
    tables: found.map((table) => tableOf(table, columns.get(tableKey([table.schema, table.name])) ?? [])),
  };
}

function tableOf(
  { schema, name, format, files, sizeInByte, changedAt, options }: FoundTable,
  columns: readonly Row[],
): SourceTable {
  return {
    schema,
    name,
    kind: 'External',
    columns: columns.map(([, , column, display]) => columnOf(column!, display!)),
    constraints: [],
    sizeInByte,
    changedAt,
    fileFormat: format,
    locationPath: options?.glob ?? files[0]!,
  };
}

/** No file says that a column has no NULL. */
function columnOf(name: string, display: string): SourceColumn {
  const children = structFields(display, columnOf);
  return { name, display, kind: kindOf('DuckDB', display), isNullable: true, ...(children.length && { children }) };
}
