import { setMaxListeners } from 'node:events';
import { endsWithin, OutageLog, Outages } from '@app/common';
import { isOutage } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { UnrecoverableError, type Job } from 'bullmq';
import { openWorker, setConcurrency, type JobWorker } from './open-worker';
import type { QueueSettings } from './connection';
import { JobRegistry } from './job-registry';
import { LanePlaces } from './lane-places';
import { LANES, queueOfLane, type JobContext, type JobType, type Lane } from './job-type';
import { DeadLetters, showDeadLettersOf } from './dead-letters';

/** Time for aborted jobs to release their work and for closing connections, in ms. */
const HAND_BACK_MS = 1_500;

/** What the log says of a job. */
interface AboutJob {
  readonly job: string;
  readonly jobId: string | undefined;
  readonly queue: string;
}

/** Runs the handlers of this process. Nothing is consumed before `start()`. */
@Injectable()
export class WorkerHost {
  private readonly log = new Logger(WorkerHost.name);
  private readonly outage = new OutageLog(this.log, 'the queue answers again');
  private readonly outages = new Outages();
  private workers: JobWorker[] = [];
  private places: LanePlaces[] = [];
  /** Workers that take no more jobs and finish the current ones. */
  private readonly closing = new Set<Promise<unknown>>();
  private readonly errorListeners: ((error: Error) => void)[] = [];
  private readonly active = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private isStopping = false;
  private readonly deadLetters: DeadLetters;

  constructor(
    private readonly settings: QueueSettings,
    private readonly registry: JobRegistry,
  ) {
    this.deadLetters = new DeadLetters(settings);
    // Each job that is under way listens.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Throws if a declared job has no handler. */
  requireHandlers(): void {
    this.registry.queuesToServe();
  }

  /** Throws, and consumes nothing, if a declared job has no handler. */
  start(): void {
    const lanes = this.settings.workerQueues ?? LANES;
    for (const queue of this.registry.queuesToServe()) {
      for (const lane of lanes) this.workers.push(this.open(queue, lane));
    }
    for (const worker of this.workers) {
      worker.run().catch((error: Error) => this.log.error(`worker ${worker.name} ended: ${error.message}`));
    }
  }

  /** Takes no new jobs until `resume()`; active jobs continue. */
  suspend(): void {
    for (const worker of this.workers) {
      const closed = worker.close().catch((error: Error) => this.log.warn(`worker ${worker.name}: ${error.message}`));
      this.isClosing(closed);
    }
    for (const places of this.places) this.isClosing(places.close());
    this.workers = [];
    this.places = [];
  }

  resume(): void {
    if (!this.isStopping && this.workers.length === 0) this.start();
  }

  private isClosing(closed: Promise<unknown>): void {
    this.closing.add(closed);
    void closed.finally(() => this.closing.delete(closed));
  }

  /** Registers a listener for errors between this process and the queue. */
  onBackendError(listener: (error: Error) => void): void {
    this.errorListeners.push(listener);
  }

  /**
   * Runs a job at once that was not sent through its queue. False, and nothing is run, while no jobs of the lane are taken or its places
   * are in use.
   */
  offer<Payload>(job: JobType<Payload>, payload: Payload, { id, lane }: { id: string; lane: Lane }): boolean {
    const queue = queueOfLane(job.queue, lane);
    const handler = this.registry.find(job.queue, job.name)?.handler;
    const isTaken = !this.isStopping && this.workers.some(({ name }) => name === queue);
    if (!handler || !isTaken || this.active.size >= shareOf(lane, this.settings)) return false;
    const run = (context: JobContext): Promise<void> => handler.handle(payload, { ...context, isOffered: true });
    void this.ownJob(run, { job: job.name, jobId: id, queue });
    return true;
  }

  get isRunning(): boolean {
    return this.workers.length > 0 && this.workers.every((worker) => worker.isRunning());
  }

  /** Takes no new jobs, lets active ones finish for `graceMs`, then aborts them so that they release their work. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    await this.stopWorkers(graceMs);
    await this.deadLetters.close();
  }

  private async stopWorkers(graceMs: number): Promise<void> {
    // BullMQ's `pause` does not interrupt a worker that waits for a job, and it would take the next one; `close`
    // waits for active jobs, but not for those that have left their slots.
    const places = this.places.map((each) => each.close());
    const workers = [...this.workers.map((worker) => worker.close()), ...places, ...this.closing];
    const closed = Promise.allSettled(workers).then(() => Promise.allSettled(this.active));
    if (await endsWithin(closed, graceMs)) return;
    this.log.warn(`${this.active.size} jobs did not finish in ${graceMs} ms: they are handed back`);
    this.stopping.abort();
    if (!(await endsWithin(closed, HAND_BACK_MS)))
      this.log.warn(`${this.active.size} jobs are left to the next worker`);
  }

  private open(queue: string, lane: Lane): JobWorker {
    const name = queueOfLane(queue, lane);
    showDeadLettersOf(name);
    const size = shareOf(lane, this.settings);
    const worker = openWorker(
      { ...this.settings, workerConcurrency: size },
      name,
      (job) => places.hold(() => this.process(queue, job)),
      (error) => this.backendFailed(name, error),
    );
    const take = this.taking(queue, lane);
    const deliver = (most: number): void => setConcurrency(worker, most);
    const places = new LanePlaces({ size, deliver, ...(take && { take }) });
    this.places.push(places);
    worker.on('failed', (job, error) => {
      const which = job ? `${job.name} with the id ${job.id}` : '(gone)';
      this.jobFailed(`job ${which} of the queue ${name} failed`, error);
    });
    return worker;
  }

  /** Takes what waits in a lane without its jobs, where a type of the queue can. */
  private taking(queue: string, lane: Lane): ((most: number) => Promise<readonly Promise<void>[]>) | undefined {
    const known = this.registry.waiting(queue);
    if (!known) return undefined;
    const { job, waiting } = known;
    const name = queueOfLane(queue, lane);
    return async (most) => {
      const taken = await waiting.take(lane, most).catch((error: Error) => {
        this.jobFailed(`jobs of the queue ${name} are fetched one by one: what waits could not be taken`, error);
        return [];
      });
      return taken.map(({ id, run }) => this.ownJob(run, { job: job.name, jobId: id, queue: name }));
    };
  }

  /** A job that did not come through its queue: it is known here alone that it failed. */
  private async ownJob(run: (context: JobContext) => Promise<void>, about: AboutJob): Promise<void> {
    await this.begin(run, about).catch((error: Error) => this.jobFailed(failureOf(about.job, about.jobId), error));
  }

  private backendFailed(name: string, error: Error): void {
    this.outage.failed(`worker ${name}: ${error.message}`);
    for (const listener of this.errorListeners) listener(error);
  }

  private async process(queue: string, job: Job): Promise<void> {
    this.outage.succeeded();
    const run = this.understood(queue, job);
    if (typeof run === 'string') return this.refuse(job, run);
    return this.begin(run, { job: job.name, jobId: job.id, queue: job.queueName });
  }

  /** Ends with the work, or when it leaves its slot. */
  private async begin(run: (context: JobContext) => Promise<void>, about: AboutJob): Promise<void> {
    const since = performance.now();
    this.log.log({ msg: 'job begins', ...about });
    let leavePlace!: () => void;
    const left = new Promise<'left'>((resolve) => (leavePlace = () => resolve('left')));
    const work = run({ signal: this.stopping.signal, leavePlace }).finally(() => this.active.delete(work));
    this.active.add(work);
    const told = () => this.log.log({ msg: 'job ended', ...about, ms: Math.round(performance.now() - since) });
    if ((await Promise.race([work, left])) !== 'left') return told();
    void work.then(told, (error: Error) => this.jobFailed(failureOf(about.job, about.jobId), error));
  }

  /** While the database is away every job fails: the first one tells of it. */
  private jobFailed(what: string, error: Error): void {
    const isTold = isOutage(error) && this.outages.isKnown('database');
    this.log[isTold ? 'debug' : 'error'](`${what}: ${error.message}`);
  }

  /** The handler call for the job, or the reason why it can never be run. */
  private understood(queue: string, job: Job): ((context: JobContext) => Promise<void>) | string {
    const known = this.registry.find(queue, job.name);
    if (!known) return `No handler for the job ${job.name} of the queue ${job.queueName}`;
    try {
      const payload = known.job.parse(job.data);
      return (context) => known.handler.handle(payload, context);
    } catch (error) {
      return `A job ${job.name} with an invalid payload: ${(error as Error).message}`;
    }
  }

  /**
   * Dead-letters a copy before the job fails and is removed; the outcome of storing the copy is part of the logged
   * failure.
   */
  private async refuse(job: Job, reason: string): Promise<never> {
    const copy = await this.deadLetters.add(job, reason).then(
      () => 'a copy is dead-lettered',
      (error: Error) => `no copy could be dead-lettered: ${error.message}`,
    );
    throw new UnrecoverableError(`${reason}; ${copy}`);
  }
}

/** The batch lane gets half of the concurrency, and never the slots of the urgent lane. */
function shareOf(lane: Lane, { workerConcurrency }: QueueSettings): number {
  return lane === 'urgent' ? workerConcurrency : Math.max(1, Math.floor(workerConcurrency / 2));
}

const failureOf = (job: string, id: string | undefined): string => `job ${job} with the id ${id} failed`;
