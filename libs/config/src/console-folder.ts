import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings';

/** Where the console is built to, beside the compiled applications. */
const FOLDER = join(__dirname, '../../../console');

/** The folder of the built console; absent where it was not built, or is switched off. */
export function consoleFolder(settings: Pick<Settings, 'console'>): string | undefined {
  return settings.console === 'on' && existsSync(join(FOLDER, 'index.html')) ? FOLDER : undefined;
}
