import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Settings } from './settings';

/** The nearest package.json above a folder: sources and build lie at different depths. */
function manifestAbove(folder: string): string {
  const file = join(folder, 'package.json');
  return existsSync(file) ? file : manifestAbove(dirname(folder));
}

/** Our own release. */
export function release(): string {
  return (JSON.parse(readFileSync(manifestAbove(__dirname), 'utf8')) as { version: string }).version;
}

/** Where the console is built to, beside the compiled applications. */
const CONSOLE = join(__dirname, '../../../console');

/** The folder of the built console; absent where it was not built, or is switched off. */
export function consoleFolder(settings: Pick<Settings, 'console'>): string | undefined {
  return settings.console === 'on' && existsSync(join(CONSOLE, 'index.html')) ? CONSOLE : undefined;
}
