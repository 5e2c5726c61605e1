import { issueOperatorToken } from '@app/auth';
import { loadSettings } from '@app/config';
import { freePort } from '@app/embedded';
import { ChaosProcess } from './chaos-process';
import { ChaosRedis } from './chaos-redis';
import { ChaosServer } from './chaos-server';
import type { ChaosBackend } from '../chaos-size';
import { PatientClient } from '../patient-client';
import { RunJournal } from '../run-journal';
import { TcpProxy } from './tcp-proxy';

type Environment = Readonly<Record<string, string>>;

/** The real stack: PostgreSQL, Redis where the queue is on it, the built API, workers; each process on wires of its own. */
export class ChaosStack {
  readonly workers = new Set<ChaosProcess>();
  readonly journal: RunJournal;
  api!: ChaosProcess;

  private constructor(
    readonly backend: ChaosBackend,
    readonly server: ChaosServer,
    readonly redis: ChaosRedis | undefined,
    private readonly apiPort: number,
  ) {
    this.journal = new RunJournal(server);
  }

  /** With an API, and without a worker. */
  static async start(backend: ChaosBackend): Promise<ChaosStack> {
    const server = await ChaosServer.start();
    const redis = backend === 'redis' ? await ChaosRedis.start() : undefined;
    const stack = new ChaosStack(backend, server, redis, await freePort());
    try {
      await stack.journal.open();
      await stack.startApi();
    } catch (error) {
      await stack.stop();
      throw error;
    }
    return stack;
  }

  async startApi(environment: Environment = {}): Promise<ChaosProcess> {
    this.api = await this.launch('api', this.apiPort, environment);
    return this.api;
  }

  /** The same, in another environment. */
  async restartApi(environment: Environment): Promise<void> {
    await this.api.end('SIGTERM');
    await this.api.drop();
    await this.startApi(environment);
  }

  /** @param dist where another release was built; awaited: `/livez` for one that cannot be ready yet */
  async startWorker(
    environment: Environment = {},
    dist?: string,
    awaited?: '/readyz' | '/livez',
  ): Promise<ChaosProcess> {
    const worker = await this.launch('worker', await freePort(), environment, dist, awaited);
    this.workers.add(worker);
    return worker;
  }

  /** Beside the one of the stack; whoever starts it ends it. */
  async startOtherApi(dist?: string): Promise<ChaosProcess> {
    return this.launch('api', await freePort(), {}, dist);
  }

  /** Ends it in that way and takes it off the list. */
  async endWorker(worker: ChaosProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await worker.end(signal);
    await worker.drop();
    this.workers.delete(worker);
  }

  /** @param api if not that of the stack @param user name of one that is there */
  async client(api?: ChaosProcess, user = 'admin'): Promise<PatientClient> {
    const settings = loadSettings({ ...this.direct() });
    const token = await issueOperatorToken({ user, expiresInSeconds: 7_200 }, settings);
    return new PatientClient(`http://127.0.0.1:${api?.port ?? this.apiPort}`, token);
  }

  /** Whatever the test before it left: an API that runs, and no worker. */
  async calm(): Promise<void> {
    await this.noWorkers();
    if (this.api.isFrozen()) await this.api.end();
    if (this.api.ending) await this.startApi();
    this.api.heal();
  }

  /** All jobs go at once, as if the queue's server had lost its disk; returns how many rows or keys went. */
  async emptyQueue(): Promise<number> {
    if (this.redis) {
      const keys = Number(await this.redis.command('DBSIZE'));
      await this.redis.command('FLUSHALL');
      return keys;
    }
    const [lost] = await this.server.query<{ n: number }>(
      `with gone as (delete from bullmq.job returning 1) select count(*)::int as n from gone`,
    );
    return lost!.n;
  }

  /** A wait whose failure tells the situation. */
  async explained<T>(wait: Promise<T>): Promise<T> {
    return wait.catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await this.situation()}`);
    });
  }

  /** What a person wants to know where runs do not end: open runs, sessions that wait, what workers say of themselves. */
  async situation(): Promise<string> {
    const runs = await this.server.query(`select result_id, state, attempt, crashes, failures, lane,
      clock_timestamp() - queued_at as waited, clock_timestamp() - lease_until as silent, worker from validation_run limit 5`);
    const sessions = await this.server.query(`select pid, application_name, state, wait_event_type, wait_event,
      pg_blocking_pids(pid) as blockers, clock_timestamp() - xact_start as since, left(query, 100) as query
      from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`);
    const workers = await Promise.all(
      [...this.workers].map(async (worker) => {
        const health = await worker.get('/readyz').then(
          (answer) => answer.text(),
          (error: Error) => error.message,
        );
        return { pid: worker.pid, ending: worker.ending, health, log: worker.output.slice(-1_000) };
      }),
    );
    return JSON.stringify({ runs, sessions, workers, api: this.api.output.slice(-3_000) }, null, 1);
  }

  /** Ends all workers, in order. */
  async noWorkers(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => this.endWorker(worker, 'SIGTERM')));
  }

  async stop(): Promise<void> {
    await Promise.all([this.api?.end('SIGTERM').then(() => this.api.drop()), this.noWorkers()]);
    await this.redis?.remove();
    await this.server.remove();
  }

  /** Where a program finds the database, past every proxy. */
  direct(): Environment {
    return this.environment(this.server.port, this.redis?.port);
  }

  private async launch(
    part: 'api' | 'worker',
    port: number,
    more: Environment,
    dist?: string,
    awaited?: '/readyz' | '/livez',
  ): Promise<ChaosProcess> {
    const database = await TcpProxy.to(this.server.port);
    const queue = this.redis ? await TcpProxy.to(this.redis.port, 'queue') : database;
    const own = this.environment(database.port, this.redis && queue.port);
    const ports: Environment = part === 'api' ? { PORT: String(port) } : { WORKER_PORT: String(port) };
    try {
      return await ChaosProcess.start(part, port, { ...own, ...ports, ...more }, { database, queue }, dist, awaited);
    } catch (error) {
      await Promise.all([database.close(), queue === database || queue.close()]);
      throw error;
    }
  }

  private environment(databasePort: number, redisPort: number | undefined): Record<string, string> {
    const url = new URL(this.server.url);
    url.port = String(databasePort);
    return {
      DATABASE_URL: url.href,
      DATA_DIR: this.server.dataDir,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // With the queue on it too, half a dozen processes at their default would ask for more than the server has.
      DATABASE_POOL_SIZE: '6',
      ...(redisPort ? { REDIS_URL: `redis://127.0.0.1:${redisPort}` } : {}),
    };
  }
}
