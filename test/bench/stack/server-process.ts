import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript } from '@app/config';

/** Longest wait for a process to become ready, or to end after a signal, in ms. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 10;
/** Of a log that is shown when a process failed. */
const LAST_LINES = 20;

/** The compiled programs of the product, beside this one. */
const DIST = join(__dirname, '../../..');
const scriptOf = (app: 'api' | 'stack' | 'worker'): string =>
  app === 'stack' ? join(DIST, 'apps/stack/src/main.js') : startScript(app, DIST);

/** One of the product's processes. Its log goes to a file, as it would in service. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
  ) {}

  static async start(
    app: 'api' | 'stack' | 'worker',
    environment: Readonly<Record<string, string>>,
    logFile: string,
  ): Promise<ServerProcess> {
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [...profilerOptions(), scriptOf(app)], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await once(child, 'spawn');
    return new ServerProcess(child, logFile);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Waits until `found` gives something. Fails with the process's own words when it ends before. */
  async until<T>(what: string, found: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const seen = await found().catch(() => undefined);
      if (seen !== undefined) return seen;
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${what} did not come:\n${this.lastWords()}`);
      await new Promise((wake) => setTimeout(wake, LOOK_MS));
    }
  }

  private lastWords(): string {
    return readFileSync(this.logFile, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const killing = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS);
    await exited;
    clearTimeout(killing);
  }
}

/** BENCH_PROFILE=<folder>: CPU profiles of the product's processes are written there when they end. */
function profilerOptions(): string[] {
  const folder = process.env['BENCH_PROFILE'];
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

export async function isReady(baseUrl: string): Promise<true | undefined> {
  const { ok } = await fetch(`${baseUrl}/readyz`);
  return ok || undefined;
}
