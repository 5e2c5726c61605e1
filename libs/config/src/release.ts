import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest package.json above a folder: sources and build lie at different depths. */
function manifestAbove(folder: string): string {
  const file = join(folder, 'package.json');
  return existsSync(file) ? file : manifestAbove(dirname(folder));
}

/** Our own release. */
export const RELEASE = (JSON.parse(readFileSync(manifestAbove(__dirname), 'utf8')) as { version: string }).version;
