import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const SOURCE_LOADER = join(__dirname, 'typescript-source.cjs');

/**
 * Starts a thread from its compiled script, or from its TypeScript source if nothing is compiled (tests).
 *
 * @param folder directory that contains `<name>.js` or `<name>.ts`
 */
export function startThread(folder: string, name: string, options: Omit<WorkerOptions, 'argv' | 'execArgv'>): Worker {
  const compiled = join(folder, `${name}.js`);
  if (existsSync(compiled)) return new Worker(compiled, { ...options, execArgv: [], argv: [] });
  return new Worker(SOURCE_LOADER, { ...options, execArgv: [], argv: [join(folder, `${name}.ts`)] });
}
