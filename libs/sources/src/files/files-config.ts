import { isObject } from '@app/common';
import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import type { ReadConfig } from '../engine';
import { declaredType, DECLARED_TYPES } from './read/declared-type';
import { ENCODINGS, type Encoding } from './engine/engine-message';
import type { FileColumn } from './read/joined-type';

export const FILE_FORMATS = ['parquet', 'csv', 'tsv', 'json', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export interface FileTable {
  readonly schema: string;
  readonly name: string;
  /** A glob below the folder: `*`, `?` and `**`. */
  readonly glob: string;
  readonly format?: FileFormat;
  readonly hivePartitioning: boolean;
  /** false: the first line is data. */
  readonly header?: boolean;
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  /** Empty: cells have none. */
  readonly quote?: string;
  /** Types of columns by their names; where the files have no header their names in order, too. */
  readonly columns: readonly FileColumn[];
  /** Words that stand for NULL beside the empty cell. */
  readonly nullValues: readonly string[];
}

export interface FilesConfig {
  readonly path: string;
  readonly databaseName: string;
  readonly tables: readonly FileTable[];
}

/** Words of SQL for the types of columns are read by their own parser. */
const COLUMN_FIELDS = {
  name: { type: 'text', title: 'Column', required: true },
  dataType: { type: 'text', title: 'Type', description: `One of ${DECLARED_TYPES}`, required: true },
} as const satisfies ConfigFields;

const MOST_TABLES = 1_000;
/** Each star multiplies what a match may cost. */
const MOST_STARS = 8;
const MOST_COLUMNS = 10_000;
const NOT_DELIMITING = 'must be one character, such as ; and neither a quote nor the end of a line';
const NOT_QUOTING = 'must be one character, such as " or \', or empty where cells have none';

const TABLE_FIELDS = {
  schema: { type: 'text', title: 'Schema', required: true },
  name: { type: 'text', title: 'Table', required: true },
  path: {
    type: 'text',
    title: 'Files',
    description: 'A pattern below the folder, with *, ? and **',
    pattern: new RegExp(`^[^*]*(?:\\*+[^*]+){0,${MOST_STARS - 1}}\\**$`),
    must: `has more than ${MOST_STARS} stars`,
    required: true,
  },
  format: { type: 'text', title: 'Format', words: FILE_FORMATS },
  hivePartitioning: { type: 'flag', title: 'Keys of folders are columns', standard: false },
  header: { type: 'flag', title: 'The first line is a header', standard: true },
  encoding: { type: 'text', title: 'Encoding', words: ENCODINGS, standard: 'utf-8' },
  delimiter: { type: 'text', title: 'Delimiter', pattern: /^[^\r\n"]$/, must: NOT_DELIMITING },
  quote: { type: 'text', title: 'Quote', pattern: /^[^\r\n]?$/, must: NOT_QUOTING },
  nullValues: {
    type: 'own',
    title: 'Words for NULL',
    schema: { type: 'array', items: { type: 'string' } },
  },
  columns: { type: 'list', title: 'Columns', of: COLUMN_FIELDS, most: MOST_COLUMNS },
} as const satisfies ConfigFields;

export const FILES_FIELDS = {
  'configSource.type': {
    type: 'text',
    title: 'Kind of folder',
    words: ['Local'],
    standard: 'Local',
    target: true,
  },
  'configSource.path': {
    type: 'text',
    title: 'Folder',
    description: 'Its absolute path on the machine of the worker, below one of DATA_FILES_ROOTS',
    pattern: /^\//,
    must: 'must be the absolute path of a folder',
    required: true,
    target: true,
  },
  databaseName: {
    type: 'text',
    title: 'Name in the catalog',
    description: 'The database above the schemas',
    standard: 'default',
    target: true,
  },
  tables: {
    type: 'list',
    title: 'Tables',
    description: 'Tables of one or many files, which are then no tables of their own',
    of: TABLE_FIELDS,
    most: MOST_TABLES,
    target: true,
  },
} as const satisfies ConfigFields;

/** A folder of the worker's machine; `tables` is our own addition to the shape of OpenMetadata's connector. */
export function readFilesConfig(config: Readonly<Record<string, unknown>>): ReadConfig<FilesConfig> {
  const reader = new ConfigReader(config, FILES_FIELDS);
  reader.oneOf('configSource.type', 'Local');
  const path = reader.text('configSource.path');
  const databaseName = reader.text('databaseName') ?? 'default';
  const given = reader.value('tables') ?? [];
  if (!Array.isArray(given) || given.length > MOST_TABLES) {
    reader.fault('tables', `must be a list of at most ${MOST_TABLES} tables`);
    return { faults: reader.faults };
  }
  const tables = given.map((one: unknown, index) => readTable(one, index, reader));
  return reader.result({ path, databaseName, tables });
}

type TableReader = ConfigReader<typeof TABLE_FIELDS>;

function readColumns(own: TableReader): FileColumn[] {
  const given = own.value('columns') ?? [];
  if (!Array.isArray(given) || given.length > MOST_COLUMNS) {
    own.fault('columns', `must be a list of at most ${MOST_COLUMNS} columns, each {"name", "dataType"}`);
    return [];
  }
  const names = new Set<string>();
  return given.map((one: unknown, index): FileColumn => {
    const { name, dataType } = isObject(one) ? one : {};
    if (typeof name !== 'string' || name.trim() === '') own.fault(`columns.${index}.name`, 'is required');
    else if (names.has(name.toLowerCase())) own.fault(`columns.${index}.name`, 'must not be that of another column');
    else names.add(name.toLowerCase());
    const display = declaredType(dataType);
    if (display === undefined) own.fault(`columns.${index}.dataType`, `must be one of ${DECLARED_TYPES}`);
    return { name: String(name), display: display ?? '' };
  });
}

function readTable(given: unknown, index: number, all: ConfigReader<typeof FILES_FIELDS>): FileTable {
  const own = new ConfigReader(isObject(given) ? given : {}, TABLE_FIELDS);
  const words = own.value('nullValues') ?? [];
  const delimiter = own.text('delimiter');
  const quote = own.value('quote');
  const format = own.value('format') === undefined ? undefined : own.oneOf('format', 'csv');
  const table: FileTable = {
    schema: own.text('schema'),
    name: own.text('name'),
    glob: own.text('path'),
    hivePartitioning: own.boolean('hivePartitioning'),
    nullValues: Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [],
    columns: readColumns(own),
    ...(own.value('header') !== undefined && { header: own.boolean('header') }),
    ...(own.value('encoding') !== undefined && { encoding: own.oneOf('encoding', 'utf-8') }),
    ...(typeof quote === 'string' && { quote }),
    format,
    delimiter,
  };
  if (own.text('quote') !== undefined && quote === delimiter) own.fault('quote', 'must not be the delimiter');
  if (!Array.isArray(words) || words.length !== table.nullValues.length)
    own.fault('nullValues', 'must be a list of texts');
  const place = (field: string): string => `tables.${index}.${field.replace('connection.config.', '')}`;
  for (const { field, message } of own.faults) all.fault(place(field), message);
  return table;
}
