import type { KnownTable, ListingNote, Rows } from '../../engine';
import type { SourceTable } from '../../catalogue/source-table';
import type { FoundTable, TableFile } from '../file-tables';
import type { Encoding, FileHead } from '../engine/engine-message';
import { DUCKDB } from '../files-dialect';
import type { FileColumn } from './joined-type';

/** The engine, for what has to be known of files before their table is read. */
export interface FileEngine {
  /** @throws {SourceError} */
  query(sql: string): Promise<Rows>;
  /** The beginning of a file. @throws {SourceError} */
  head(file: TableFile, encoding: Encoding): Promise<FileHead>;
}

/** The statement that reads a table, with what is to know of its files. */
export interface TableReading {
  readonly select: string;
  readonly notes: readonly ListingNote[];
  readonly doubt?: SourceTable['doubt'];
}

export interface AskedTable {
  readonly table: FoundTable;
  /** The table of the catalog; absent: there is none, or nothing is to be compared. */
  readonly known?: KnownTable;
  readonly takesChanges: boolean;
}

export interface FileGroup {
  readonly files: readonly TableFile[];
  /** Columns as their reader gives them, keys of folders aside. */
  readonly columns: readonly FileColumn[];
  /** Keys of folders, in order. */
  readonly keys: readonly string[];
}

export const columnKey = (name: string): string => name.toLowerCase();

export const listOf = (values: readonly string[]): string => `[${values.map(DUCKDB.text).join(', ')}]`;

/** Columns, or keys, with their types as an argument of a reader. */
export const structOfTypes = (columns: readonly FileColumn[]): string =>
  `{${columns.map(({ name, display }) => `${DUCKDB.text(name)}: ${DUCKDB.text(display)}`).join(', ')}}`;

export function keysOf({ name }: TableFile): FileKey[] {
  return name
    .split('/')
    .slice(0, -1)
    .flatMap((part) => {
      const at = part.indexOf('=');
      return at > 0 ? [{ name: part.slice(0, at), value: part.slice(at + 1) }] : [];
    });
}

interface FileKey {
  readonly name: string;
  readonly value: string;
}

const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

/** The columns that keys of folders make, with the type that has all values. */
export function keyColumns({ isHive, files, options }: Pick<FoundTable, 'isHive' | 'files' | 'options'>): FileColumn[] {
  if (!isHive) return [];
  const values = new Map<string, { readonly name: string; readonly all: string[] }>();
  for (const file of files)
    for (const { name, value } of keysOf(file)) {
      const found = values.get(columnKey(name)) ?? { name, all: [] };
      values.set(columnKey(name), found);
      if (value !== NO_VALUE) found.all.push(value);
    }
  const declared = new Map(options?.columns.map((one) => [columnKey(one.name), one.display]));
  return [...values].map(([key, { name, all }]) => ({ name, display: declared.get(key) ?? keyType(all) }));
}

function keyType(values: readonly string[]): string {
  if (values.length === 0) return 'VARCHAR';
  if (values.every((value) => /^-?\d{1,18}$/.test(value))) return 'BIGINT';
  return values.every(isDay) ? 'DATE' : 'VARCHAR';
}

function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Arguments of a reader about keys of folders. */
export function keyArguments({ keys }: FileGroup, columns: readonly FileColumn[]): string {
  if (keys.length === 0) return 'hive_partitioning = false';
  const own = keys.map((name) => ({
    name,
    display: columns.find((one) => columnKey(one.name) === columnKey(name))!.display,
  }));
  return `hive_partitioning = true, hive_types = {${own.map(({ name, display }) => `${DUCKDB.text(name)}: ${display}`).join(', ')}}`;
}

/** Files of a table that have the same keys and the same of something else. */
export function groupsOf<Of extends { readonly file: TableFile; readonly columns: readonly FileColumn[] }>(
  { isHive }: Pick<FoundTable, 'isHive'>,
  files: readonly Of[],
  sameness: (one: Of) => string,
): (FileGroup & { readonly first: Of })[] {
  const groups = new Map<string, { readonly first: Of; readonly files: TableFile[]; readonly keys: string[] }>();
  for (const one of files) {
    const keys = isHive ? keysOf(one.file).map(({ name }) => name) : [];
    const key = JSON.stringify([keys, sameness(one)]);
    const group = groups.get(key) ?? { first: one, files: [], keys };
    groups.set(key, group);
    group.files.push(one.file);
  }
  return [...groups.values()].map((group) => ({ ...group, columns: group.first.columns }));
}

/**
 * The statement that reads groups of files by the names of their columns: a column that a group lacks is NULL.
 * @param columns of the table, keys of folders among them @param readerOf a group's reader
 */
export function unionOf<Group extends FileGroup>(
  groups: readonly Group[],
  columns: readonly FileColumn[],
  readerOf: (group: Group) => string,
): string {
  const selects = groups.map((group) => {
    const own = new Map(group.columns.map((column) => [columnKey(column.name), column]));
    const keys = new Set(group.keys.map(columnKey));
    const cells = columns.map(({ name, display }) => {
      const column = own.get(columnKey(name));
      const as = ` AS ${DUCKDB.name(name)}`;
      if (keys.has(columnKey(name))) return `${DUCKDB.name(name)}${as}`;
      if (!column) return `NULL::${display}${as}`;
      return column.display === display
        ? `${DUCKDB.name(column.name)}${as}`
        : `CAST(${DUCKDB.name(column.name)} AS ${display})${as}`;
    });
    return `SELECT ${cells.join(', ')} FROM ${readerOf(group)}`;
  });
  return selects.join(' UNION ALL ');
}

/** Columns of the files with those of their folders; a key replaces a column of its name. */
export function withKeys(columns: readonly FileColumn[], keys: readonly FileColumn[]): FileColumn[] {
  const byName = new Map(keys.map((key) => [columnKey(key.name), key]));
  const own = columns.map((column) => ({
    ...column,
    display: byName.get(columnKey(column.name))?.display ?? column.display,
  }));
  const names = new Set(columns.map(({ name }) => columnKey(name)));
  return [...own, ...keys.filter(({ name }) => !names.has(columnKey(name)))];
}

/** A note where files have other columns, or types of them, than the first one. */
export function differingNote(
  { schema, name }: Pick<FoundTable, 'schema' | 'name'>,
  files: readonly { readonly file: TableFile; readonly columns: readonly FileColumn[] }[],
): ListingNote[] {
  const shapeOf = (columns: readonly FileColumn[]): string =>
    JSON.stringify(columns.map((one) => [columnKey(one.name), one.display]).sort());
  const [first] = files;
  if (!first) return [];
  const shape = shapeOf(first.columns);
  const others = files.filter(({ columns }) => shapeOf(columns) !== shape).length;
  if (others === 0) return [];
  const message = `${others} of ${files.length} files have other columns, or types, than ${first.file.name}: columns are read by their names, and those that a file lacks are NULL`;
  return [{ code: 'columnsDiffer', schema, name, message }];
}

/** A select of no rows, for files that say nothing of the types that the catalog has. */
export const noRows = (columns: readonly FileColumn[]): string =>
  `SELECT ${columns.map(({ name, display }) => `NULL::${display} AS ${DUCKDB.name(name)}`).join(', ')} WHERE false`;
