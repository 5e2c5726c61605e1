import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { loadSettings, type Settings } from '@app/config';
import { freePort } from '@app/embedded';
import { NODE_PATH } from './compiled';
import type { Sandbox } from './sandbox';
import { eventually, WatchedProcess } from './watched-process';

export const RUN_STACK = join(__dirname, '../fixtures/run-stack.cjs');

/** One thing that a fake part wrote down. */
export interface JournalEntry {
  readonly name: 'api' | 'worker';
  readonly pid: number;
  readonly event: string;
}

/** The real supervisor in a process of its own, over fake parts, with what it needs to be observed. */
export class FakeStack {
  readonly settings: Settings;
  private readonly journalFile: string;
  private readonly runs: WatchedProcess[] = [];

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly compiled: string,
    readonly dataDir: string,
    port: number,
  ) {
    this.settings = { ...loadSettings({}), dataDir, port };
    this.journalFile = `${dataDir}.journal`;
    sandbox.atEnd(() => this.kill());
  }

  static async on(sandbox: Sandbox, compiled: string): Promise<FakeStack> {
    return new FakeStack(sandbox, compiled, sandbox.dataDir(), await freePort());
  }

  /** The environment of a process that runs the supervisor. */
  environment(misbehaviour = '', settings: Partial<Settings> = {}): NodeJS.ProcessEnv {
    return {
      ...process.env,
      NODE_PATH,
      FAKE_COMPILED: this.compiled,
      FAKE_JOURNAL: this.journalFile,
      FAKE_MISBEHAVIOUR: misbehaviour,
      FAKE_SETTINGS: JSON.stringify({ ...this.settings, ...settings }),
    };
  }

  /** Starts it in a process group of its own, so that a test can send a signal to all of it. */
  run(misbehaviour = '', settings: Partial<Settings> = {}): WatchedProcess {
    const env = this.environment(misbehaviour, settings);
    return this.watch(new WatchedProcess(process.execPath, [RUN_STACK], { detached: true, env }));
  }

  watch(run: WatchedProcess): WatchedProcess {
    this.runs.push(run);
    return run;
  }

  async runReady(): Promise<WatchedProcess> {
    const run = this.run();
    await run.says(/Ctrl-C ends/);
    return run;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.settings.port}`;
  }

  journal(): JournalEntry[] {
    try {
      return readFileSync(this.journalFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JournalEntry);
    } catch {
      return [];
    }
  }

  /** The pids that a part had, oldest first. */
  pidsOf(name: 'api' | 'worker'): number[] {
    return this.journal()
      .filter((entry) => entry.name === name && entry.event === 'listening')
      .map(({ pid }) => pid);
  }

  /** Resolves with the pid of the part's life of this number, once it listens; the first is 1. */
  life(name: 'api' | 'worker', number: number): Promise<number> {
    return eventually(
      () => this.pidsOf(name)[number - 1],
      () => `life ${number} of the ${name}`,
    );
  }

  /** What the API says of its environment. */
  ask(path = '/readyz'): Promise<Record<string, string>> {
    return new Promise((resolve, reject) => {
      const request = get(this.apiUrl + path, { agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        response.on('end', () => resolve(JSON.parse(text) as Record<string, string>));
      });
      request.once('error', reject);
    });
  }

  private kill(): void {
    const pids = [
      ...this.runs.filter(({ child }) => child.exitCode === null).map(({ pid }) => pid),
      ...this.pidsOf('api'),
      ...this.pidsOf('worker'),
    ];
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Ended already, as it should have.
      }
    }
  }
}
