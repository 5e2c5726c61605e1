import { groupBy } from '@app/common';
import { kindOf } from '../catalogue/kind';
import { askOf, tableKey } from '../catalogue/listing';
import { type SourceColumn, type SourceTable, structFields } from '../catalogue/source-table';
import type { Engine, KnownTable, Listing, ListingNote, Row, Scope, Session } from '../engine';
import { SourceError } from '../reason';
import type { FoundTable } from './file-tables';
import { FILES_FIELDS, type FilesConfig, readFilesConfig } from './files-config';
import { DUCKDB } from './files-dialect';
import { explainFiles } from './files-explain';
import { FilesSession } from './files-session';
import type { TableReading } from './read/table-reading';

/** Files of a folder, read by DuckDB in a process of its own. */
export const filesEngine: Engine<FilesConfig> = {
  name: 'files',
  driver: '@duckdb/node-api',
  serviceTypes: ['Datalake'],
  dialect: DUCKDB,
  typeWords: { dec: 'DECIMAL', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: true,
  fields: FILES_FIELDS,
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
  const asked = await session.lay(scope);
  if (scope.namesOnly) return namesOf(asked, config);
  const unreadable: NonNullable<Listing['unreadable']>[number][] = [];
  const found: { readonly table: FoundTable; readonly reading: TableReading }[] = [];
  for (let from = 0; from < asked.length; from += BLOCK) {
    const block = asked.slice(from, from + BLOCK);
    const known = knownByKey((await scope.known?.(block)) ?? []);
    for (const table of block) {
      const { schema, name } = table;
      const before = known.get(tableKey([schema, name]));
      // A file without a byte that never was a table is none; of one that was nothing is known.
      if (table.files.length === 0 && !before) continue;
      try {
        const takesChanges = scope.takesChanges ?? false;
        found.push({
          table,
          reading: await session.makeView(table, { ...(before && { known: before }), takesChanges }),
        });
      } catch (error) {
        // One broken file is no reason to know nothing of the others.
        const { reason, message } = explainFiles(error, config);
        if (reason === 'cancelled' || reason === 'driverMissing') throw error;
        unreadable.push({ schema, name, reason, message });
      }
    }
  }
  const rows = await askOf(session)(
    'SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY column_index',
  );
  const columns = groupBy(rows, tableKey);
  return {
    database: config.databaseName,
    schemas: schemasOf(asked),
    refusedSchemas: [],
    unreadable,
    tables: found.map(({ table, reading }) =>
      tableOf(table, reading, columns.get(tableKey([table.schema, table.name])) ?? []),
    ),
    notes: notesOf(session, scope, asked, found),
  };
}

/** The tables without their columns: no file is opened. */
function namesOf(asked: readonly FoundTable[], { databaseName }: FilesConfig): Listing {
  const tables = asked.filter(({ files }) => files.length > 0).map((table) => tableOf(table, {}, []));
  return { database: databaseName, schemas: schemasOf(asked), refusedSchemas: [], tables };
}

const schemasOf = (asked: readonly FoundTable[]): Listing['schemas'] =>
  [...new Set(asked.map(({ schema }) => schema))].map((name) => ({ name }));

/** Tables of the catalog that are asked for together. */
const BLOCK = 500;

const knownByKey = (tables: readonly KnownTable[]): ReadonlyMap<string, KnownTable> =>
  new Map(tables.map((table) => [tableKey([table.schema, table.name]), table]));

/** Notes on the folder, as far as they are of the tables that were asked for, and on the files of those. */
function notesOf(
  { notes }: FilesSession,
  scope: Scope,
  asked: readonly FoundTable[],
  found: readonly { readonly reading: TableReading }[],
): ListingNote[] {
  const names = new Set(asked.map(({ schema, name }) => tableKey([schema, name])));
  const isWhole = scope.schemas === undefined && scope.tables === undefined;
  const ofFolder = notes.filter(({ schema, name }) => isWhole || names.has(tableKey([schema, name])));
  return [...ofFolder, ...found.flatMap(({ reading }) => reading.notes)];
}

function tableOf(
  { schema, name, format, sizeInByte, changedAt, locationPath }: FoundTable,
  { doubt }: Pick<TableReading, 'doubt'>,
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
    locationPath,
    ...(doubt && { doubt }),
  };
}

/** No file says that a column has no NULL. */
function columnOf(name: string, display: string): SourceColumn {
  const children = structFields(display, columnOf);
  return { name, display, kind: kindOf('DuckDB', display), isNullable: true, ...(children.length && { children }) };
}
