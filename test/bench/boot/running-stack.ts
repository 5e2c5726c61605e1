import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEmbeddedPostgres, freePort } from '@app/embedded';
import { family, proportionalMb, residentMb } from '../measure/process-cost';
import { isReady, ServerProcess } from '../stack/server-process';

/** When the parts of one start were there, in ms from the start of the process. */
export interface StartTimes {
  readonly databaseMs: number;
  readonly readyMs: number;
}

/** In MB: RSS of our processes; of PostgreSQL each shared page once (PSS). NaN where the system does not tell. */
export interface IdleMemory {
  readonly supervisor: number;
  readonly api: number;
  readonly worker: number;
  readonly postgres: number;
  readonly whole: number;
}

/** `npm start` on a folder: supervisor, PostgreSQL, API and worker. */
export class RunningStack {
  private constructor(
    private readonly process: ServerProcess,
    private readonly dataDir: string,
    readonly times: StartTimes,
  ) {}

  static async start(dataDir: string): Promise<RunningStack> {
    const port = await freePort();
    const since = performance.now();
    const passed = (): number => performance.now() - since;
    const server = await ServerProcess.start('stack', { DATA_DIR: dataDir, PORT: String(port) }, `${dataDir}.log`);
    try {
      const databaseMs = await server.until('the database', async () =>
        findEmbeddedPostgres(dataDir) ? passed() : undefined,
      );
      await server.until('the stack', async () => readFileSync(join(dataDir, 'stack.json'), 'utf8'));
      await server.until('the API', () => isReady(`http://127.0.0.1:${port}`));
      return new RunningStack(server, dataDir, { databaseMs, readyMs: passed() });
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  idleMemory(): IdleMemory {
    const children = family(this.process.pid);
    const running = (app: string): number =>
      residentMb(children.find((pid) => new RegExp(`/(bin/${app}|${app}/src/main)\\.js`).test(programOf(pid))) ?? 0);
    const postmaster = Number(readFileSync(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const parts = {
      supervisor: residentMb(this.process.pid),
      api: running('api'),
      worker: running('worker'),
      postgres: proportionalMb(family(postmaster)),
    };
    return { ...parts, whole: Object.values(parts).reduce((sum, each) => sum + each, 0) };
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
