import type { Settings } from '@app/config';
import { freePort } from '@app/embedded';
import { apiUrl, localUrl, WORKER_HOST, removeState, writeState, type StackState } from '../state/state-file';
import { whyNotFree, untilReady } from '../state/service-check';
import { StackError } from '../state/stack-error';
import { BAD_SETTINGS, ChildPart, runScript, type PartEnvironment } from './child-part';
import { databaseConnections } from './database-connections';
import { DatabasePart } from './database-part';
import { print, step } from './progress';
import type { StopRequest } from './stop-request';

/** The compiled scripts of the parts. */
export interface StackScripts {
  readonly migrate: string;
  readonly api: string;
  readonly worker: string;
}

/** The whole end takes 10 s at most: the API and the worker first, both at once, then the database. */
const CHILD_STOP_MS = 7_000;
const DATABASE_STOP_MS = 1_800;

/** Database, API and worker of one data directory: started in order, supervised, ended in the opposite order. */
export class Stack {
  private readonly database: DatabasePart | null;
  private readonly api: ChildPart;
  private readonly worker: ChildPart;
  private readonly startedAt = new Date().toISOString();
  private workerPort = 0;
  private ready = false;

  constructor(
    private readonly settings: Settings,
    private readonly scripts: StackScripts,
    private readonly stopRequest: StopRequest,
    /** Descriptor of the file that API and worker log to; default: our standard output. */
    private readonly output?: number,
  ) {
    const { dataDir, databaseUrl } = settings;
    const connections = databaseConnections(settings);
    const onMoved = (): void => [this.api, this.worker].forEach((part) => part.restart(CHILD_STOP_MS));
    this.database = databaseUrl ? null : new DatabasePart({ dataDir, connections, print, onMoved });
    this.api = this.part('api', scripts.api, () => Promise.resolve(this.environment()));
    this.worker = this.part('worker', scripts.worker, () => this.workerEnvironment());
  }

  /** Returns when all is ready, or early when the stack is to be stopped. Throws when it cannot be started at all. */
  async start(): Promise<void> {
    const { database } = this;
    if (database) await step('database', () => database.start());
    else print('database   one of your own, from DATABASE_URL');
    if (!this.stopped) await step('migrations', () => this.migrate());
    if (this.stopped) return;
    this.workerPort = this.settings.workerPort ?? (await freePort(WORKER_HOST));
    await Promise.all([
      this.startPart('api', this.api, this.apiUrl),
      this.startPart('worker', this.worker, this.workerUrl),
    ]);
    if (this.stopped) return;
    this.ready = true;
    this.publish();
  }

  async stop(): Promise<void> {
    removeState(this.settings.dataDir);
    await Promise.all([this.api.stop(CHILD_STOP_MS), this.worker.stop(CHILD_STOP_MS)]);
    await this.database?.stop(DATABASE_STOP_MS);
  }

  get state(): StackState {
    return { pid: process.pid, baseUrl: this.apiUrl(), workerUrl: this.workerUrl(), startedAt: this.startedAt };
  }

  private get stopped(): boolean {
    return this.stopRequest.signal.aborted;
  }

  private readonly apiUrl = (): string => apiUrl(this.settings);

  private readonly workerUrl = (): string => localUrl(WORKER_HOST, this.workerPort);

  private part(name: string, script: string, environment: () => Promise<PartEnvironment>): ChildPart {
    const onBadSettings = (): void => this.stopRequest.request(BAD_SETTINGS);
    return new ChildPart({ name, script, environment, output: this.output, onBadSettings, print });
  }

  private async startPart(name: string, part: ChildPart, url: () => string): Promise<void> {
    await step(name, async () => {
      part.start();
      return (await untilReady(url, this.stopRequest.signal)) ? `ready at ${url()}` : undefined;
    });
  }

  private async migrate(): Promise<string | undefined> {
    const code = await runScript(this.scripts.migrate, this.environment(), this.stopRequest.signal, CHILD_STOP_MS);
    if (code === BAD_SETTINGS) this.stopRequest.request(BAD_SETTINGS);
    if (this.stopped) return undefined;
    if (code !== 0) throw new StackError('The database could not be brought to the newest schema, see above.');
    return 'done';
  }

  private environment(): PartEnvironment {
    const { dataDir, host, port, logLevel } = this.settings;
    const own = { STACK: 'embedded', DATA_DIR: dataDir, HOST: host, PORT: String(port), LOG_LEVEL: logLevel };
    return this.database ? { ...own, DATABASE_URL: this.database.url } : own;
  }

  /** A port that we chose may belong to another program by the time the worker starts again. */
  private async workerEnvironment(): Promise<PartEnvironment> {
    if (!this.settings.workerPort && (await whyNotFree(WORKER_HOST, this.workerPort))) {
      this.workerPort = await freePort(WORKER_HOST);
      if (this.ready) this.publish();
    }
    return { ...this.environment(), WORKER_PORT: String(this.workerPort) };
  }

  private publish(): void {
    if (!this.stopped) writeState(this.settings.dataDir, this.state);
  }
}
