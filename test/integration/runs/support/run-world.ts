import { LargeReads, type Database } from '@app/database';
import { EntityDocuments } from '@app/catalog';
import { Failpoints } from '@app/common';
import { ContractGates, EffectiveRepository, type LocalContracts } from '@app/contracts';
import { JobProducer, JobRegistry, WorkerHost, type Lane, type QueueSettings } from '@app/queue';
import { ResultRepository, type RunVerdict } from '@app/results';
import { Leases, RunQueue, type RunContext } from '@app/runs';
import { RunService, type RunAnswer, type RunOptions } from '@app/validation';
import Redis from 'ioredis';
import { EntityRepository } from '../../../../libs/catalog/src/read/entity.repository';
import { RelationRepository } from '../../../../libs/catalog/src/read/relation.repository';
import { ReadingRepository } from '../../../../libs/data/src/readings/reading.repository';
import { Readings } from '../../../../libs/data/src/readings/readings';
import { DataRunRepository } from '../../../../libs/data/src/runs/request/data-run.repository';
import { BatchFeedRepository } from '../../../../libs/validation/src/batches/batch-feed.repository';
import { FeedBatchJob } from '../../../../libs/validation/src/batches/feed-batch.job';
import type { DoneDimension } from '../../../../libs/validation/src/events/run-log';
import { RunReadings } from '../../../../libs/validation/src/runs/work/run-readings';
import { RunRequests } from '../../../../libs/validation/src/runs/request/run-requests';
import { RunWaits } from '../../../../libs/validation/src/runs/request/run-waits';
import { RunRepository } from '../../../../libs/validation/src/runs/request/run.repository';
import { BacklogMetrics } from '../../../../libs/validation/src/runs/backlog-metrics';
import { RunDispatcher } from '../../../../libs/validation/src/runs/run-dispatcher';
import { FEED_JOB, WAKE_JOB } from '../../../../libs/validation/src/runs/job-types';
import { ContractLoader, type LoadedContract } from '../../../../libs/validation/src/runs/work/contract-loader';
import type { ContractEvaluation, RuleShare } from '../../../../libs/validation/src/runs/work/contract-evaluation';
import { EvidenceLoader } from '../../../../libs/validation/src/runs/work/evidence-loader';
import { RunClaimRepository, type ClaimedRun } from '../../../../libs/validation/src/runs/work/run-claim.repository';
import { RunExecutor } from '../../../../libs/validation/src/runs/work/run-executor';
import { CLAIMABLE, CLAIMED } from '../../../../libs/validation/src/runs/work/run-statements';
import { ValidationWork } from '../../../../libs/validation/src/runs/work/validation-work';
import { renewLeases } from '../../../../libs/runs/src/leases';
import { ADMIN, ContractWorld, runParts, type TestContract } from './contract-world';

export const SUCCESS: RunVerdict = { status: 'Success', body: { result: 'fine' }, details: { details: {} } };

/** What a test lets a worker find when it evaluates a contract, by the contract's node. */
export type Evaluate = (
  contract: string,
  share: RuleShare,
  report: (done: DoneDimension) => void,
) => Promise<RunVerdict>;

/** One worker process, but for the process. */
export interface TestWorker {
  readonly host: WorkerHost;
  readonly queue: RunQueue;
  /** Its lanes in which a run could begin. */
  readonly lanes: { readonly freeLanes: readonly string[] };
  readonly executor: RunExecutor;
  /** The name by which it claims. */
  readonly name: string;
  start(): void;
  /** @param graceMs for what is under way */
  stop(graceMs?: number): Promise<void>;
}

/** Of a run whose process nobody stops and whose slot nobody waits for. */
export function runContext(): RunContext {
  return { signal: new AbortController().signal, leaveSlot: () => undefined };
}

/** A backend for the queue: a database of the world's own, or a database of the Redis that TEST_REDIS_URL names. */
export interface TestBackend {
  readonly name: string;
  readonly redisUrl?: string;
}

/** @param redisDatabase number of a database on that Redis which no other test file has, since it is emptied */
export function backends(redisDatabase: number): readonly TestBackend[] {
  const url = process.env.TEST_REDIS_URL;
  if (!url) return [{ name: 'PostgreSQL' }];
  return [{ name: 'PostgreSQL' }, { name: 'Redis', redisUrl: new URL(`/${redisDatabase}`, url).href }];
}

/** The validation of contracts with as many workers as a test starts, and checks that a test writes. */
export class RunWorld {
  readonly claims: RunClaimRepository;
  readonly runs: RunRepository;
  readonly service: RunService;
  readonly producer: JobProducer;
  readonly waits: RunWaits;
  private readonly requests: RunRequests;
  readonly dispatcher: RunDispatcher;
  /** What the API knows of jobs. */
  readonly registry = new JobRegistry();
  readonly feeds: BatchFeedRepository;
  private readonly workers: TestWorker[] = [];

  private constructor(
    readonly contracts: ContractWorld,
    private readonly settings: QueueSettings,
  ) {
    const { database, finder } = contracts;
    this.producer = new JobProducer(settings);
    this.dispatcher = new RunDispatcher(this.producer);
    this.runs = new RunRepository();
    this.feeds = new BatchFeedRepository(database, this.runs);
    this.claims = new RunClaimRepository(database, contractLoader(database), runParts());
    this.waits = new RunWaits(database);
    this.requests = new RunRequests(database, this.runs, this.waits, readingsOf(database), new ContractGates(database));
    const results = new ResultRepository(database, new LargeReads());
    const { runs, requests, dispatcher } = this;
    // The contracts of these tests are of their assets already.
    const locals = { ensure: () => Promise.resolve() } as unknown as LocalContracts;
    this.service = new RunService(database, finder, results, requests, runs, dispatcher, locals, new Failpoints());
    const backlog = new BacklogMetrics(database);
    this.registry.declare(WAKE_JOB, (lane) => backlog.count(lane));
  }

  static async create({ redisUrl }: TestBackend = { name: 'PostgreSQL' }): Promise<RunWorld> {
    if (redisUrl) await emptyRedis(redisUrl);
    const contracts = await ContractWorld.create();
    return new RunWorld(contracts, { databaseUrl: contracts.url, workerConcurrency: 4, ...(redisUrl && { redisUrl }) });
  }

  get database() {
    return this.contracts.database;
  }

  async destroy(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    await this.producer.onApplicationShutdown();
    await this.contracts.destroy();
  }

  /** A worker that consumes nothing until its host is started. */
  worker(evaluate: Evaluate, failpoints = new Failpoints()): TestWorker {
    const loader = { load: (node: string) => Promise.resolve({ assetNode: node } as LoadedContract) };
    const evaluation = {
      evaluate: (loaded: LoadedContract, share: RuleShare, report: (done: DoneDimension) => void) =>
        evaluate(loaded.assetNode, share, report),
    } as unknown;
    const leases = new Leases(this.database);
    const executor = new RunExecutor(
      this.claims,
      leases,
      loader as ContractLoader,
      evaluation as ContractEvaluation,
      new RunReadings(readingsOf(this.database), this.claims, failpoints),
      failpoints,
    );
    const queue = new RunQueue(this.database);
    const lanes = queue.register(new ValidationWork(this.claims, executor, leases, this.producer, this.settings));
    const registry = new JobRegistry();
    registry.handle(WAKE_JOB, { handle: (_, { lane }) => Promise.resolve(queue.wake(lane)) });
    registry.handle(FEED_JOB, new FeedBatchJob(this.feeds, this.dispatcher));
    const host = new WorkerHost(this.settings, registry);
    let stopped: Promise<unknown> | undefined;
    const worker: TestWorker = {
      ...{ host, queue, lanes, executor, name: leases.worker },
      start: () => {
        host.start();
        queue.resume();
        queue.start();
      },
      stop: async (graceMs = 2_000) => {
        stopped ??= Promise.all([host.stop(graceMs), queue.stop(graceMs)]);
        await stopped;
      },
    };
    this.workers.push(worker);
    return worker;
  }

  startWorker(evaluate: Evaluate = () => Promise.resolve(SUCCESS)): TestWorker {
    const worker = this.worker(evaluate);
    worker.start();
    return worker;
  }

  /** Claims this one run, if it may be claimed. */
  async claim(resultId: string, worker = 'a worker'): Promise<ClaimedRun | undefined> {
    const text = `
      select ${CLAIMED} from validation_run r, claim_runs(array[r.result_id], array[r.contract], array[gen_random_uuid()], array[$2::text],
             interval '5 s') where r.result_id = $1`;
    const rows = await this.database.query<Omit<ClaimedRun, 'found'> & object>(text, [resultId, worker]);
    const [run] = rows.filter((row) => (row.id as string | null) !== null);
    return run && { ...run, found: undefined };
  }

  /** The lanes in which a poll would find a run to claim. */
  async lanesToClaim(): Promise<string[]> {
    const text = `select lane from unnest(array['urgent', 'batch']) l (lane) where ${CLAIMABLE}`;
    return (await this.database.query<{ lane: string }>(text)).map(({ lane }) => lane);
  }

  /** Renews the lease of a run. @returns its id if it is still of this claim */
  async renew(run: ClaimedRun): Promise<string[]> {
    return [...(await renewLeases(this.database, [{ run, table: this.claims.leased.table }]))];
  }

  /** Claims a run and lets the worker execute it, which may have been stopped. */
  async execute({ executor, name }: TestWorker, resultId: string, context = runContext()): Promise<void> {
    const run = await this.claim(resultId, name);
    if (run) await executor.execute(run, context);
  }

  validate(contract: TestContract, options: Partial<RunOptions> = {}): Promise<RunAnswer> {
    return this.service.request(ADMIN, contract.id, { waitMs: 60_000, ...options });
  }

  /** Resolves when so many more requests have their run and wait for its end. */
  moreWaits(count: number): Promise<void> {
    const { requests } = this;
    const request = requests.request.bind(requests);
    return new Promise((resolve) => {
      requests.request = async (asked) => {
        const run = await request(asked);
        if (--count === 0) {
          requests.request = request;
          resolve();
        }
        return run;
      };
    });
  }

  /** A run in the database for which no job was sent. */
  async queuedRun(contract: TestContract, lane: Lane = 'urgent'): Promise<string> {
    const wanted = [{ contract: contract.node, requestedBy: 'test' }];
    const made = await this.database.transaction((tx) =>
      this.runs.request(tx, wanted, { trigger: 'manual', lane, evidence: 'auto' }),
    );
    return made.get(contract.node)!.resultId;
  }

  /** Lets the time pass that a lease needs to run out. */
  async expireLease(resultId: string): Promise<void> {
    const text = `update validation_run set lease_until = clock_timestamp() - interval '1 s' where result_id = $1`;
    await this.database.query(text, [resultId]);
  }

  async openRun(resultId: string): Promise<Record<string, unknown> | undefined> {
    return (await this.database.query(`select * from validation_run where result_id = $1`, [resultId]))[0];
  }

  async result(
    resultId: string,
  ): Promise<{ status: string; body: Record<string, unknown>; details: Record<string, unknown> }> {
    const rows = await this.database.query(`select status, body, details from contract_result where id = $1`, [
      resultId,
    ]);
    return rows[0] as never;
  }
}

/** Jobs of an earlier test would be fetched by the workers of the next one. */
async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

export function deferred<T = void>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((done, fail) => ([resolve, reject] = [done, fail]));
  return { promise, resolve, reject };
}

export function parsed({ body }: RunAnswer): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

/** Loads what runs are evaluated with from a database, without Nest. */
export const readingsOf = (database: Database): Readings =>
  new Readings(new ReadingRepository(database), new DataRunRepository(database));

export function contractLoader(database: Database): ContractLoader {
  const links = { origin: 'http://catalog' };
  const documents = new EntityDocuments(new EntityRepository(), new RelationRepository(), links);
  return new ContractLoader(new EffectiveRepository(database), database, documents, new EvidenceLoader(database));
}
