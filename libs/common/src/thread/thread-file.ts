import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The script of a thread: the compiled one, or where nothing is compiled (tests) one that loads the source.
 *
 * @param folder where both are: `<name>.js` and `<name>.source.cjs`
 */
export function threadFile(folder: string, name: string): string {
  const compiled = join(folder, `${name}.js`);
  return existsSync(compiled) ? compiled : join(folder, `${name}.source.cjs`);
}
