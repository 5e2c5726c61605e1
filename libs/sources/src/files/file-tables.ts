import { groupBy } from '@app/common';
import type { ListingNote } from '../engine';
import type { FoundFile } from './file-listing';
import type { FileFormat, FilesConfig, FileTable } from './files-config';

/** Files that are one table, with what is known of them without reading them. */
export interface FoundTable {
  readonly schema: string;
  readonly name: string;
  readonly format: FileFormat;
  /** In order of their paths; files without a byte are left out. */
  readonly files: readonly TableFile[];
  readonly emptyFiles: number;
  readonly sizeInByte: number;
  /** Time of the newest file, in epoch ms. */
  readonly changedAt: number;
  /** The pattern, the folder or the file. */
  readonly locationPath: string;
  /** Keys in the names of folders are columns. */
  readonly isHive: boolean;
  readonly options?: FileTable;
}

export interface TableFile {
  /** The real path. */
  readonly path: string;
  /** Below the folder, with slashes. */
  readonly name: string;
}

/** The tables of a folder, with what is to know of them. */
export interface FileLayout {
  readonly tables: readonly FoundTable[];
  readonly notes: readonly ListingNote[];
}

/** Tables that the catalog has, by their files; of a folder that was never crawled none. */
export interface KnownTables {
  has(schema: string, name: string): boolean;
  locationOf(schema: string, name: string): string | undefined;
}

export const NOTHING_KNOWN: KnownTables = { has: () => false, locationOf: () => undefined };

export type TableKey = Pick<FoundTable, 'schema' | 'name'>;

const FORMATS: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.parquet$/i, 'parquet'],
  [/\.csv(\.gz)?$/i, 'csv'],
  [/\.tsv$/i, 'tsv'],
  [/\.json$/i, 'json'],
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
];
const DEFAULT = 'default';
const KEY = /^[^=]+=/;
/** Names that a note shows. */
const MOST_NAMES = 10;

/**
 * Tables of a folder: those of the config; then, of the files that none of them covers, those below `key=value` folders as one, and each other
 * file as one.
 * @param takesChanges whether files below such folders become one table where the catalog has one of them as a table
 */
export function tablesOf(
  files: readonly FoundFile[],
  config: Pick<FilesConfig, 'tables'>,
  known: KnownTables = NOTHING_KNOWN,
  takesChanges = false,
): FileLayout {
  const notes: ListingNote[] = [];
  const covered = new Set<FoundFile>();
  const named = config.tables.flatMap((options): FoundTable[] => {
    const matching = matcher(options.glob);
    const matched = files.filter(({ path }) => matching.test(path));
    for (const file of matched) covered.add(file);
    const format = options.format ?? formatOf(matched[0]?.path ?? '');
    const { schema, name, glob, hivePartitioning } = options;
    const of = { locationPath: glob, isHive: hivePartitioning, options };
    return matched.length && format ? [tableOf({ schema, name, format, ...of }, matched)] : [];
  });
  const taken = new Set(named.map(keyOf));
  const others = files.filter((file) => !covered.has(file) && formatOf(file.path) !== undefined);
  const { folders, single } = hiveFolders(others);
  const alone = [...single];
  const hive = folders.flatMap((folder): OrderedTable[] => {
    const one = known.has(folder.schema, folder.name);
    const former = folder.files.filter((file) => isKnown(file, known));
    if (one || takesChanges || former.length === 0) {
      const tables = tablesOfFolder(folder, taken);
      if (tables.some(({ name }) => name !== folder.name)) notes.push(sameNote(folder, folder.files, tables));
      return tables;
    }
    alone.push(...folder.files);
    notes.push(hiveNote(folder, former[0]!));
    return [];
  });
  const byName = groupBy(alone, (file) => JSON.stringify(singleName(file)));
  const rest = [...byName.values()].flatMap((same): OrderedTable[] => {
    const { tables, note } = tablesOfOneName(same, known, taken);
    if (note) notes.push(note);
    return tables;
  });
  const order = new Map(files.map(({ file }, at) => [file, at]));
  const inOrder = [...hive, ...rest].sort((a, b) => order.get(a.first)! - order.get(b.first)!);
  const tables = [...named, ...inOrder.map(({ first: _, ...table }) => table)];
  return { tables, notes: [...notes, ...emptyNotes(tables)] };
}

/** Names of tables on whose schema in the catalog the layout depends. */
export function askedOf(files: readonly FoundFile[]): TableKey[] {
  const others = files.filter(({ path }) => formatOf(path) !== undefined);
  const { folders } = hiveFolders(others);
  const places = new Map<string, TableKey>();
  const add = (place: TableKey): unknown => places.set(keyOf(place), place);
  for (const folder of folders) add({ schema: folder.schema, name: folder.name });
  for (const same of groupBy(others, (file) => JSON.stringify(singleName(file))).values()) {
    const [schema, name] = singleName(same[0]!);
    if (same.length > 1 || folders.some((folder) => folder.files.includes(same[0]!))) add({ schema, name });
  }
  return [...places.values()];
}

/** Names of schemas that the folder may have, however its files are tables. */
export function schemasOf(files: readonly FoundFile[], { tables }: Pick<FilesConfig, 'tables'>): ReadonlySet<string> {
  return new Set([DEFAULT, ...files.map((file) => singleName(file)[0]), ...tables.map(({ schema }) => schema)]);
}

const keyOf = ({ schema, name }: TableKey): string => JSON.stringify([schema, name]);
const formatOf = (path: string): FileFormat | undefined => FORMATS.find(([pattern]) => pattern.test(path))?.[1];

function singleName({ path }: FoundFile): readonly [schema: string, name: string] {
  const parts = path.split('/');
  return [parts.length > 1 ? parts[0]! : DEFAULT, parts.at(-1)!];
}

/** Whether the catalog has the file as a table: by its path, or the pattern that declared it; by its name alone where it knows no path. */
function isKnown(file: FoundFile, known: KnownTables): boolean {
  const [schema, name] = singleName(file);
  const location = known.locationOf(schema, name);
  return location === undefined ? known.has(schema, name) : location === file.file || location === file.path;
}

function tableOf(
  place: Omit<FoundTable, 'files' | 'emptyFiles' | 'sizeInByte' | 'changedAt'>,
  files: readonly FoundFile[],
): FoundTable {
  return {
    ...place,
    files: files.flatMap(({ file, path, size }) => (size > 0 ? [{ path: file, name: path }] : [])),
    emptyFiles: files.filter(({ size }) => size === 0).length,
    sizeInByte: files.reduce((all, { size }) => all + size, 0),
    changedAt: Math.max(...files.map(({ changedAt }) => changedAt)),
  };
}

/** A table that is not of the config, with the first of its files. */
type OrderedTable = FoundTable & { readonly first: string };

interface HiveFolder extends TableKey {
  /** Below the folder of the connection; empty: that folder itself. */
  readonly path: string;
  readonly files: readonly FoundFile[];
}

/** Files below the first `key=value` folder of their path, by the folder above it; and the other files. */
function hiveFolders(files: readonly FoundFile[]): { folders: HiveFolder[]; single: FoundFile[] } {
  const found = groupBy(files, ({ path }) => folderAboveKeys(path));
  const folders = [...found].flatMap(([path, of]): HiveFolder[] => {
    if (path === undefined) return [];
    const parts = path.split('/');
    const schema = parts.length > 1 ? parts[0]! : DEFAULT;
    return [{ schema, name: parts.at(-1) || DEFAULT, path, files: of }];
  });
  return { folders, single: found.get(undefined) ?? [] };
}

function folderAboveKeys(path: string): string | undefined {
  const parts = path.split('/');
  const at = parts.slice(0, -1).findIndex((part) => KEY.test(part));
  return at < 0 ? undefined : parts.slice(0, at).join('/');
}

/** Files of one format are one table; the folder's name is that of the first. */
function tablesOfFolder({ schema, name, path, files }: HiveFolder, taken: Set<string>): OrderedTable[] {
  const byFormat = groupBy(files, (file) => formatOf(file.path)!);
  return [...byFormat].map(([format, of]) => {
    const below = path.split('/').slice(1).join('/') || name;
    const own = [name, below, `${below} (${format})`].find((one) => !taken.has(keyOf({ schema, name: one })))!;
    taken.add(keyOf({ schema, name: own }));
    const first = of[0]!.file;
    const root = first.slice(0, first.length - of[0]!.path.length);
    return { ...tableOf({ schema, name: own, format, locationPath: `${root}${path}`, isHive: true }, of), first };
  });
}

function hiveNote({ schema, name, path, files }: HiveFolder, former: FoundFile): ListingNote {
  const where = `The ${files.length} files below the key=value folders of ${path || 'the folder'}`;
  const why = `${former.path} is a table of the catalog`;
  const cure = 'crawl with confirmDeletions, or declare the table in tables of the connection';
  return {
    code: 'hiveFolder',
    schema,
    name,
    message: `${where} stay tables of their own, since ${why}: to make them one, ${cure}`,
  };
}

/** Files of one name in a schema: one has the bare name, each other that of its path below the folder of the schema. */
function tablesOfOneName(
  same: readonly FoundFile[],
  known: KnownTables,
  taken: Set<string>,
): { tables: OrderedTable[]; note?: ListingNote } {
  const [schema, bare] = singleName(same[0]!);
  const first = same.find((file) => isKnown(file, known)) ?? same[0]!;
  const tables = [first, ...same.filter((file) => file !== first)].flatMap((file): OrderedTable[] => {
    const below = schema === DEFAULT ? file.path : file.path.slice(schema.length + 1);
    const name = [...(file === first ? [bare] : []), below, file.path].find(
      (one) => !taken.has(keyOf({ schema, name: one })),
    );
    if (name === undefined) return [];
    taken.add(keyOf({ schema, name }));
    const place = { schema, name, format: formatOf(file.path)!, locationPath: file.file, isHive: false };
    return [{ ...tableOf(place, [file]), first: file.file }];
  });
  if (same.length === 1 && tables[0]?.name === bare) return { tables };
  return { tables, note: sameNote({ schema, name: bare }, same, tables) };
}

function sameNote({ schema, name }: TableKey, files: readonly FoundFile[], tables: readonly TableKey[]): ListingNote {
  const shown = files.slice(0, MOST_NAMES).map(({ path }) => path);
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  const names = tables.slice(0, MOST_NAMES).map(({ name }) => name);
  const message = `Several tables would have the name ${name}: the files ${shown.join(', ')}${more} are the tables ${names.join(', ')}${more}`;
  return { code: 'sameName', schema, name, message };
}

function emptyNotes(tables: readonly FoundTable[]): ListingNote[] {
  return tables.flatMap(({ schema, name, files, emptyFiles }): ListingNote[] => {
    if (emptyFiles === 0) return [];
    const all = files.length + emptyFiles;
    const message =
      all === 1 ? 'The file is empty' : `${emptyFiles} of ${all} files ${emptyFiles === 1 ? 'is' : 'are'} empty`;
    return [{ code: 'fileEmpty', schema, name, message }];
  });
}

/** `**` stands for any folders, `*` and `?` for characters of one name. */
export function matcher(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*+|\?)/).map((part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (/^\*+$/.test(part)) return '[^/]*';
    return part === '?' ? '[^/]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}
