import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
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

/**
 * Has V8 allocate all objects as young ones, in every thread of the process. It would otherwise allocate objects of a kind that lived
 * long during the start (rows of a result, lists of listeners) among the old ones for good. In a service these live as long as a
 * request, but among the old ones each stays until a full collection, and so does all that it refers to: a fifth of what a request
 * allocates (docs/benchmarks.md). For a process that serves, at its start.
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
