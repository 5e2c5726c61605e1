import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The script of the export thread: the compiled one, or where nothing is compiled (tests) one that loads the source. */
export function exportThreadFile(): string {
  const compiled = join(__dirname, 'export-thread.js');
  return existsSync(compiled) ? compiled : join(__dirname, 'export-thread.source.cjs');
}
