import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

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
