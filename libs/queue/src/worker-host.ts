import { OutageLog, Outages } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { isOutage } from '@app/database';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { UnrecoverableError, type Job } from 'bullmq';
import { ActiveWork } from './active-work';
import { openWorker, type JobWorker } from './open-worker';
import { lanesOf, type QueueSettings } from './connection';
import { JobRegistry } from './job-registry';
import { queueOfLane, slotsOf, type JobContext, type Lane } from './job-type';
import { DeadLetters, showDeadLettersOf } from './dead-letters';

/** Serves the jobs that come through the queue with the handlers of this process. Nothing is consumed before `start()`. */
@Injectable()
export class WorkerHost {
  private readonly log = new Logger(WorkerHost.name);
  private readonly outage = new OutageLog(this.log, 'the queue answers again');
  private readonly outages = new Outages();
  private workers: JobWorker[] = [];
  /** Workers that take no more jobs and finish the current ones. */
  // eslint-disable-next-line house/no-learned-ways -- workers that are under way
  private readonly closing = new Set<Promise<unknown>>();
  private readonly errorListeners: ((error: Error) => void)[] = [];
  private readonly active = new ActiveWork(this.log, 'jobs');
  private isStopping = false;
  private readonly deadLetters: DeadLetters;

  constructor(
    @Inject(APP_SETTINGS) private readonly settings: QueueSettings,
    private readonly registry: JobRegistry,
  ) {
    this.deadLetters = new DeadLetters(settings);
  }

  /** Throws if a declared job has no handler. */
  requireHandlers(): void {
    this.registry.queuesToServe();
  }

  /** Throws, and consumes nothing, if a declared job has no handler. */
  start(): void {
    const lanes = lanesOf(this.settings);
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
      this.closing.add(closed);
      void closed.finally(() => this.closing.delete(closed));
    }
    // eslint-disable-next-line house/no-learned-ways -- of a worker, which no request passes
    this.workers = [];
  }

  resume(): void {
    if (!this.isStopping && this.workers.length === 0) this.start();
  }

  /** Registers a listener for errors between this process and the queue. */
  onBackendError(listener: (error: Error) => void): void {
    this.errorListeners.push(listener);
  }

  get isRunning(): boolean {
    const isStarted = this.workers.length > 0 || lanesOf(this.settings).length === 0;
    return isStarted && this.workers.every((worker) => worker.isRunning());
  }

  /** Takes no new jobs, lets active ones finish for `graceMs`, then aborts them so that they release their work. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    // BullMQ's `pause` does not interrupt a worker that waits for a job, and it would take the next one; `close` waits for active jobs.
    await this.active.stop(graceMs, [...this.workers.map((worker) => worker.close()), ...this.closing]);
    await this.deadLetters.close();
  }

  private open(queue: string, lane: Lane): JobWorker {
    const name = queueOfLane(queue, lane);
    showDeadLettersOf(name);
    const worker = openWorker(
      { ...this.settings, workerConcurrency: slotsOf(lane, this.settings) },
      name,
      (job) => this.active.run(() => this.process(queue, lane, job)),
      (error) => this.backendFailed(name, error),
    );
    worker.on('failed', (job, error) => {
      const which = job ? `${job.name} with the id ${job.id}` : '(gone)';
      this.jobFailed(`job ${which} of the queue ${name} failed`, error);
    });
    return worker;
  }

  private backendFailed(name: string, error: Error): void {
    this.outage.failed(`worker ${name}`, error);
    for (const listener of this.errorListeners) listener(error);
  }

  private async process(queue: string, lane: Lane, job: Job): Promise<void> {
    this.outage.succeeded();
    const run = this.understood(queue, job);
    if (typeof run === 'string') return this.refuse(job, run);
    await run({ signal: this.active.signal, lane });
  }

  /** While the database is away every job fails: the first one logs it. */
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
