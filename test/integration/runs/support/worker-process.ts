import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const MAIN = 'test/integration/runs/support/worker-process.main.js';

/** The program: what the build made, unless a source is younger. */
export function workerProgram(): { readonly main: string; remove(): void } {
  return isBuilt() ? { main: join(__dirname, 'built-worker.cjs'), remove: () => undefined } : compileWorker();
}

function isBuilt(): boolean {
  const made = statSync(join(ROOT, 'dist/bin/load.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['apps/worker', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  return sources.every((entry) => entry.isDirectory() || statSync(join(entry.parentPath, entry.name)).mtimeMs < made);
}

/** Compiled as the build does it, below node_modules so that packages are found. */
function compileWorker(): { readonly main: string; remove(): void } {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.worker-under-test-'));
  const sources = ['apps', 'libs', 'test/integration/runs/support'];
  execFileSync(
    process.execPath,
    [join(ROOT, 'node_modules/.bin/swc'), ...sources, '-d', folder, '--copy-files', '--quiet'],
    { cwd: ROOT },
  );
  return { main: join(folder, MAIN), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A worker in a process of its own, ready to take jobs. */
export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    /** Resolves when it has ended. */
    readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>,
  ) {}

  static async start(main: string, environment: Record<string, string>, failpoints = ''): Promise<WorkerProcess> {
    const child = fork(main, [failpoints], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', WORKER_CONCURRENCY: '4', ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as never);
    const [ready] = (await Promise.race([once(child, 'message'), ended.then(() => [])])) as [{ port: number }?];
    if (!ready) throw new Error('the worker did not start');
    return new WorkerProcess(child, ready.port, ended);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Resolves when it is stopped by SIGSTOP. */
  async isStopped(): Promise<void> {
    await until(() => readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') ?? false);
  }

  async get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`);
  }

  /** Resolves when a probe is answered like that, part by part; a part that is not named may be as it will. */
  async says(path: string, expected: { readonly code: number; readonly parts: object }): Promise<void> {
    await until(async () => {
      const answer = await this.get(path);
      const { parts } = (await answer.json()) as { parts: Record<string, unknown> };
      const named = Object.entries(expected.parts).every(
        ([name, part]) => JSON.stringify(parts[name]) === JSON.stringify(part),
      );
      return answer.status === expected.code && named;
    });
  }

  /** Resolves when its counter of such events is not zero. */
  async hasCounted(event: string): Promise<void> {
    const line = new RegExp(`^validation_run_events_total\\{event="${event}"\\} [1-9]`, 'm');
    await until(async () => line.test(await (await this.get('/metrics')).text()));
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** States of another process come with no event that we could wait for: asked for until they are there. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

export const hasProc = existsSync('/proc/self/stat');
