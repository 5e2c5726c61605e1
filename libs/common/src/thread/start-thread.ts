import { type ChildProcess, fork } from 'node:child_process';
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
  const { script, argv } = scriptOf(folder, name);
  return new Worker(script, { ...options, execArgv: [], argv });
}

/** Where a process finds programs and libraries; nothing else of the environment, which has secrets. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Starts a process from its compiled script, or from its TypeScript source if nothing is compiled (tests). It has no arguments, writes
 * nowhere, and is spoken to by messages of JSON.
 *
 * @param folder directory that contains `<name>.js` or `<name>.ts`
 */
export function startProcess(folder: string, name: string): ChildProcess {
  const { script, argv } = scriptOf(folder, name);
  // eslint-disable-next-line no-restricted-properties -- handed on, not read
  const env = Object.fromEntries(PASSED_ON.map((variable) => [variable, process.env[variable]]));
  return fork(script, argv, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

function scriptOf(folder: string, name: string): { readonly script: string; readonly argv: string[] } {
  const compiled = join(folder, `${name}.js`);
  if (existsSync(compiled)) return { script: compiled, argv: [] };
  return { script: SOURCE_LOADER, argv: [join(folder, `${name}.ts`)] };
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
