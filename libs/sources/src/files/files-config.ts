import { isObject } from '@app/common';
import { ConfigReader } from '../connect/config-reader';
import type { ReadConfig } from '../engine';

export const FILE_FORMATS = ['parquet', 'csv', 'tsv', 'json', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** One table of many files. */
export interface FileTable {
  readonly schema: string;
  readonly name: string;
  /** A glob below the folder: `*`, `?` and `**`. */
  readonly glob: string;
  readonly format?: FileFormat;
  readonly hivePartitioning: boolean;
  readonly delimiter?: string;
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

function readTable(given: unknown, index: number, all: ConfigReader): FileTable {
  const own = new ConfigReader(isObject(given) ? given : {});
  const words = own.value('nullValues') ?? [];
  const delimiter = own.text('delimiter');
  const format = own.value('format') === undefined ? undefined : own.oneOf('format', FILE_FORMATS, 'csv');
  const table: FileTable = {
    schema: own.required('schema'),
    name: own.required('name'),
    glob: own.required('path'),
    hivePartitioning: own.boolean('hivePartitioning', false),
    nullValues: Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [],
    format,
    delimiter,
  };
  if (!Array.isArray(words) || words.length !== table.nullValues.length)
    own.fault('nullValues', 'must be a list of texts');
  if ((table.glob.match(/\*+/g)?.length ?? 0) > MOST_STARS) own.fault('path', `has more than ${MOST_STARS} stars`);
  const place = (field: string): string => `tables.${index}.${field.replace('connection.config.', '')}`;
  for (const { field, message } of own.faults) all.fault(place(field), message);
  return table;
}
