import {
  lstatSync,
  readFileSync,
  symlinkSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';

interface LibraryLink {
  /** Both begin with `native/`. */
  readonly source: string;
  readonly target: string;
}

/**
 * Links of the shared libraries that are missing, as absolute paths. npm packages cannot carry links; the package's
 * install script makes them, unless scripts are switched off.
 */
export function missingLinks(native: string): { readonly file: string; readonly pointsTo: string }[] {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as LibraryLink[];
  return links
    .map(({ source, target }) => ({ file: join(native, relative('native', target)), pointsTo: basename(source) }))
    .filter(({ file }) => !lstatSync(file, { throwIfNoEntry: false }));
}

/** Makes the missing links. Another process doing the same at this moment is no error. */
export function makeLinks(native: string): void {
  for (const { file, pointsTo } of missingLinks(native)) {
    try {
      symlinkSync(pointsTo, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * A copy of the binaries outside the project, complete with its library links; made at first use, found again later.
 * `root` must be a directory that only we can write: what lies there is executed.
 */
export function stagedCopy(native: string, root: string): string {
  makeOwnDirectory(root);
  const copy = join(root, `postgres-${fingerprint(native)}`);
  if (isComplete(native, copy)) return copy;
  const draft = `${copy}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  makeLinks(draft);
  chmodSync(draft, 0o755);
  return putInPlace(native, draft, copy);
}

/**
 * Moves a copy to its final path; if two processes copy at once, the first wins. A damaged copy is moved away first, never overwritten in
 * use.
 */
function putInPlace(native: string, draft: string, copy: string): string {
  try {
    renameSync(draft, copy);
  } catch (error) {
    if (isComplete(native, copy)) {
      rmSync(draft, { recursive: true, force: true });
      return copy;
    }
    if (!lstatSync(copy, { throwIfNoEntry: false })) throw error;
    const damaged = `${draft}.damaged`;
    renameSync(copy, damaged);
    rmSync(damaged, { recursive: true, force: true });
    return putInPlace(native, draft, copy);
  }
  return copy;
}

function makeOwnDirectory(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o755 });
  const found = lstatSync(root);
  const foreign = found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0;
  if (!found.isDirectory() || foreign) throw new Error(`${root} is not a directory that only this user can write`);
}

/** Every file of the original is there in its size: the cleaner of a temporary directory may have taken some. */
function isComplete(native: string, copy: string): boolean {
  return filesOf(native).every(
    ({ name, size }) => statSync(join(copy, name), { throwIfNoEntry: false })?.size === size,
  );
}

/** Identifies the binaries of a version by their names, sizes and times. */
function fingerprint(native: string): string {
  const hash = createHash('sha256').update(native);
  for (const { name, size } of filesOf(native)) hash.update(`${name}\0${size}\0`);
  return hash
    .update(String(statSync(join(native, 'bin', 'postgres')).mtimeMs))
    .digest('hex')
    .slice(0, 16);
}

function filesOf(native: string): { readonly name: string; readonly size: number }[] {
  return (readdirSync(native, { recursive: true }) as string[])
    .sort()
    .map((name) => ({ name, entry: lstatSync(join(native, name)) }))
    .filter(({ entry }) => entry.isFile())
    .map(({ name, entry }) => ({ name, size: entry.size }));
}
