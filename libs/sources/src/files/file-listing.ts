import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { SessionContext } from '../engine';
import { SourceError } from '../reason';
import type { FilesConfig } from './files-config';

/** A file below the folder. */
export interface FoundFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly file: string;
  readonly size: number;
  readonly changedAt: number;
}

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

/** Symbolic links are not followed, names that begin with `.` or `_` are left out; each path is real and below the folder. */
export async function listFiles(folder: string, refused: readonly string[]): Promise<FoundFile[]> {
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
