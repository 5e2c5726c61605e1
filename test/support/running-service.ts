import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { issueOperatorToken } from '@app/auth';
import { loadSettings, startScript } from '@app/config';
import { freePort } from '@app/embedded';
import { createTestDatabase } from './embedded-database';
import { RestClient } from './rest-client';
import { PATIENCE_MS } from './eventually';

const DIST = resolve(__dirname, '../../dist');
type Part = Parameters<typeof startScript>[0];

/** Where a suite asks for the service that it shares with others; set by the global setup. */
export const SHARED_SERVICES = 'TEST_SHARED_SERVICES';

export interface ServiceOptions {
  /** Further environment of both processes. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How many workers; default 1. */
  readonly workers?: number;
  /** Folder of another build. */
  readonly dist?: string;
  /** The database that its own one is a copy of; by default one that this checkout has migrated. */
  readonly template?: string;
}

/** The built API and workers on a database of their own, as they run in services mode. */
export class RunningService {
  private readonly children = new Map<string, ChildProcess>();
  private nextWorker = 0;

  private constructor(
    /** Of all its processes. */
    readonly environment: Readonly<Record<string, string>>,
    private readonly cleanUp: () => Promise<void> = async () => undefined,
    private readonly dist = DIST,
  ) {}

  get baseUrl(): string {
    return `http://${this.environment.HOST}:${this.environment.PORT}`;
  }

  get databaseUrl(): string {
    return this.environment.DATABASE_URL ?? '';
  }

  /**
   * An API and a worker that all such suites of this Jest worker share, one after the other. For suites whose data has names of its own,
   * and that neither need nor change a setting, stop a process or count what others may have left.
   */
  static async shared(): Promise<RunningService> {
    const answer = await fetch(`${process.env[SHARED_SERVICES]}/${process.env.JEST_WORKER_ID}`);
    if (!answer.ok) throw new Error(await answer.text());
    return new RunningService((await answer.json()) as Record<string, string>);
  }

  static async start(options: ServiceOptions = {}): Promise<RunningService> {
    const { environment = {}, workers = 1, dist = DIST, template } = options;
    const main = startScript('api', dist);
    if (!existsSync(main)) throw new Error(`${main} is missing: run npm run build first`);
    const database = await createTestDatabase(template);
    const dataDir = mkdtempSync(join(tmpdir(), 'catalog-e2e-'));
    const port = String(await freePort());
    const redis = process.env.TEST_REDIS_URL;
    const own = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: port,
      LOG_LEVEL: 'warn',
      // Services that share a Redis must not take each other's jobs.
      ...(redis ? { REDIS_URL: redis, QUEUE_PREFIX: `e2e-${port}-${process.pid}` } : {}),
    };
    const cleanUp = async (): Promise<void> => {
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop();
    };
    const service = new RunningService({ ...own, ...environment }, cleanUp, dist);
    try {
      await Promise.all([service.startApi(), ...Array.from({ length: workers }, () => service.startWorker())]);
    } catch (error) {
      // Whatever did start would outlive the test, and keep Jest from ending.
      await service.stop();
      throw error;
    }
    return service;
  }

  /** @param port of a further API; the first one has that of the environment */
  async startApi(name = 'api', port = this.environment.PORT ?? ''): Promise<void> {
    await this.launch(name, 'api', { PORT: port });
    await ready(this.child(name), `http://${this.environment.HOST}:${port}/readyz`);
  }

  /** Returns the name by which `kill` and `stopPart` know it. */
  async startWorker(environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const name = `worker-${this.nextWorker++}`;
    const port = environment.WORKER_PORT ?? String(await freePort());
    await this.launch(name, 'worker', { ...environment, WORKER_PORT: port });
    await ready(this.child(name), `http://127.0.0.1:${port}/readyz`);
    return name;
  }

  /** A client with a token of that user; admin by default, others are made with the role. */
  async client(user = 'admin', role?: string): Promise<RestClient> {
    const settings = loadSettings({ ...this.environment });
    const token = await issueOperatorToken({ user, ...(role ? { role } : {}), expiresInSeconds: 3600 }, settings);
    return new RestClient(this.baseUrl, token);
  }

  async kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.child(name);
    this.children.delete(name);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }

  signal(name: string, signal: NodeJS.Signals): void {
    this.child(name).kill(signal);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.children.keys()].map((name) => this.kill(name, 'SIGTERM')));
    await this.cleanUp();
  }

  private async launch(name: string, part: Part, more: Readonly<Record<string, string>>): Promise<void> {
    const child = spawn(process.execPath, [startScript(part, this.dist)], {
      env: { PATH: process.env.PATH, ...this.environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => output.push(data.toString()));
    OUTPUT.set(child, output);
    await once(child, 'spawn');
    this.children.set(name, child);
  }

  /** What a process has written so far. */
  output(name: string): string {
    return OUTPUT.get(this.child(name))?.join('') ?? '';
  }

  private child(name: string): ChildProcess {
    const child = this.children.get(name);
    if (!child) throw new Error(`No process ${name} runs`);
    return child;
  }
}

const OUTPUT = new WeakMap<ChildProcess, string[]>();

async function ready(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${OUTPUT.get(child)?.join('')}`);
    const answer = await answerOf(url);
    if (answer === true) return;
    if (Date.now() > deadline) throw new Error(`${url} is not ready: ${answer}\n${OUTPUT.get(child)?.join('')}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** True where it is positive, else what it says, or why there is none. */
async function answerOf(url: string): Promise<true | string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok || `${answer.status} ${await answer.text()}`;
  } catch (error) {
    return `${error instanceof Error ? (error.cause ?? error) : error}`;
  }
}
