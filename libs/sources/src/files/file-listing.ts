import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { SessionContext } from '../engine';
import { SourceError } from '../reason';
import type { FileFormat, FilesConfig, FileTable } from './files-config';

/** Files that are one table, with what is known of them without reading them. */
export interface FoundTable {
  readonly schema: string;
  readonly name: string;
  readonly format: FileFormat;
  /** Real paths, sorted. */
  readonly files: readonly string[];
  readonly sizeInByte: number;
  /** Time of the newest file, in epoch ms. */
  readonly changedAt: number;
  readonly options?: FileTable;
}

interface FoundFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly file: string;
  readonly size: number;
  readonly changedAt: number;
}

const FORMATS: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.parquet$/i, 'parquet'],
  [/\.csv(\.gz)?$/i, 'csv'],
  [/\.tsv$/i, 'tsv'],
  [/\.json$/i, 'json'],
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
];

const FIELD = 'connection.config.configSource.path';
const MOST_FILES = 100_000;
const MOST_DEPTH = 32;
/** Readers of the engine take these for patterns. */
const PATTERN = /[*?[\]]/;

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/**
 * The real path of the folder.
 * @throws {SourceError} `folderNotAllowed` outside of the roots, whether it exists or not; `folderNotFound`
 */
export async function requireFolder({ path }: FilesConfig, { files }: SessionContext): Promise<string> {
  const asked = resolve(path);
  const roots = await Promise.all(files.roots.map((root) => realpath(root).catch(() => resolve(root))));
  const within = (one: string): boolean =>
    [...roots, ...files.roots.map((root) => resolve(root))].some((root) => isWithin(one, root));
  const real = await realpath(asked).catch(() => undefined);
  const isAllowed = real === undefined ? within(asked) : roots.some((root) => isWithin(real, root));
  if (!isAllowed || (real !== undefined && files.refused.some((one) => isWithin(real, one))))
    throw new SourceError({
      reason: 'folderNotAllowed',
      field: FIELD,
      message: `The folder ${path} does not lie below a folder that this worker may read`,
      cure: 'Name it, or a folder above it, in DATA_FILES_ROOTS of the worker',
    });
  if (real === undefined || !(await stat(real)).isDirectory())
    throw new SourceError({
      reason: 'folderNotFound',
      field: FIELD,
      message: `There is no folder ${path}`,
      cure: 'Check the path; it is a path of the machine that the worker runs on',
    });
  return real;
}

/** Tables of the folder: those of the config, then each file that none of them covers. */
export async function findTables(folder: string, config: FilesConfig, context: SessionContext): Promise<FoundTable[]> {
  const all = await walk(folder, context.files.refused);
  const covered = new Set<FoundFile>();
  const named = config.tables.flatMap((options): FoundTable[] => {
    const matching = matcher(options.glob);
    const files = all.filter(({ path }) => matching.test(path));
    for (const file of files) covered.add(file);
    const format = options.format ?? formatOf(files[0]?.path ?? '');
    return files.length && format
      ? [tableOf({ schema: options.schema, name: options.name, format, options }, files)]
      : [];
  });
  const taken = new Set(named.map(({ schema, name }) => JSON.stringify([schema, name])));
  const single = all.flatMap((file): FoundTable[] => {
    const format = covered.has(file) ? undefined : formatOf(file.path);
    const [first = '', ...rest] = file.path.split('/');
    const place = { schema: rest.length ? first : 'default', name: basename(file.path) };
    const key = JSON.stringify([place.schema, place.name]);
    if (!format || taken.has(key)) return [];
    taken.add(key);
    return [tableOf({ ...place, format }, [file])];
  });
  return [...named, ...single];
}

const formatOf = (path: string): FileFormat | undefined => FORMATS.find(([pattern]) => pattern.test(path))?.[1];

function tableOf(
  place: Pick<FoundTable, 'schema' | 'name' | 'format' | 'options'>,
  files: readonly FoundFile[],
): FoundTable {
  return {
    ...place,
    files: files.map(({ file }) => file),
    sizeInByte: files.reduce((all, { size }) => all + size, 0),
    changedAt: Math.max(...files.map(({ changedAt }) => changedAt)),
  };
}

/** Symbolic links are not followed, names that begin with `.` or `_` are left out; each path is real and below the folder. */
async function walk(folder: string, refused: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const visit = async (place: string, depth: number): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(place, entry.name);
      if (/^[._]/.test(entry.name) || PATTERN.test(entry.name) || refused.some((one) => isWithin(path, one))) continue;
      if (entry.isDirectory() && depth < MOST_DEPTH) await visit(path, depth + 1);
      else if (entry.isFile()) {
        if (found.length >= MOST_FILES)
          throw new SourceError({
            reason: 'tooLarge',
            field: FIELD,
            message: `The folder has more than ${MOST_FILES} files`,
          });
        const { size, mtimeMs } = await stat(path);
        found.push({
          path: relative(folder, path).split(sep).join('/'),
          file: path,
          size,
          changedAt: Math.trunc(mtimeMs),
        });
      }
    }
  };
  await visit(folder, 0);
  return found;
}

/** `**` stands for any folders, `*` and `?` for characters of one name. */
function matcher(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*+|\?)/).map((part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (/^\*+$/.test(part)) return '[^/]*';
    return part === '?' ? '[^/]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}
