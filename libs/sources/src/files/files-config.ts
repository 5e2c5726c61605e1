import { isObject } from '@app/common';
import { ConfigReader } from '../connect/config-reader';
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

const MOST_TABLES = 1_000;
/** Each star multiplies what a match may cost. */
const MOST_STARS = 8;

/** A folder of the worker's machine; `tables` is our own addition to the shape of OpenMetadata's connector. */
export function readFilesConfig(config: Readonly<Record<string, unknown>>): ReadConfig<FilesConfig> {
  const reader = new ConfigReader(config);
  reader.oneOf('configSource.type', ['Local'], 'Local');
  const path = reader.required('configSource.path');
  if (path && !path.startsWith('/')) reader.fault('configSource.path', 'must be the absolute path of a folder');
  const databaseName = reader.text('databaseName') ?? 'default';
  const given = reader.value('tables') ?? [];
  if (!Array.isArray(given) || given.length > MOST_TABLES) {
    reader.fault('tables', `must be a list of at most ${MOST_TABLES} tables`);
    return { faults: reader.faults };
  }
  const tables = given.map((one: unknown, index) => readTable(one, index, reader));
  return reader.result({ path, databaseName, tables });
}

const IS_CHARACTER = /^[^\r\n"]$/;
const IS_QUOTE = /^[^\r\n]$/;
const MOST_COLUMNS = 10_000;

function readColumns(own: ConfigReader): FileColumn[] {
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

function readTable(given: unknown, index: number, all: ConfigReader): FileTable {
  const own = new ConfigReader(isObject(given) ? given : {});
  const words = own.value('nullValues') ?? [];
  const delimiter = own.text('delimiter');
  const quote = own.value('quote');
  const format = own.value('format') === undefined ? undefined : own.oneOf('format', FILE_FORMATS, 'csv');
  const table: FileTable = {
    schema: own.required('schema'),
    name: own.required('name'),
    glob: own.required('path'),
    hivePartitioning: own.boolean('hivePartitioning', false),
    nullValues: Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [],
    columns: readColumns(own),
    ...(own.value('header') !== undefined && { header: own.boolean('header', true) }),
    ...(own.value('encoding') !== undefined && { encoding: own.oneOf('encoding', ENCODINGS, 'utf-8') }),
    ...(typeof quote === 'string' && { quote }),
    format,
    delimiter,
  };
  if (delimiter !== undefined && !IS_CHARACTER.test(delimiter))
    own.fault('delimiter', 'must be one character, such as ; and neither a quote nor the end of a line');
  if (quote !== undefined && quote !== '' && !(typeof quote === 'string' && IS_QUOTE.test(quote)))
    own.fault('quote', 'must be one character, such as " or \', or empty where cells have none');
  else if (quote !== undefined && quote === delimiter) own.fault('quote', 'must not be the delimiter');
  if (!Array.isArray(words) || words.length !== table.nullValues.length)
    own.fault('nullValues', 'must be a list of texts');
  if ((table.glob.match(/\*+/g)?.length ?? 0) > MOST_STARS) own.fault('path', `has more than ${MOST_STARS} stars`);
  const place = (field: string): string => `tables.${index}.${field.replace('connection.config.', '')}`;
  for (const { field, message } of own.faults) all.fault(place(field), message);
  return table;
}
