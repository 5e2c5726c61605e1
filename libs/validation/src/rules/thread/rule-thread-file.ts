import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The script of a rule thread: the compiled one, or where nothing is compiled (tests) one that loads the source. */
export function ruleThreadFile(): string {
  const compiled = join(__dirname, 'rule-thread.js');
  return existsSync(compiled) ? compiled : join(__dirname, 'rule-thread.source.cjs');
}
