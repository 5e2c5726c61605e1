import { Injectable, Logger } from '@nestjs/common';
import { UnrecoverableError } from 'bullmq';
import type { Job } from 'bullmq';
import { openWorker } from './backend/open-worker';
import type { JobWorker } from './backend/open-worker';
import type { QueueSettings } from './backend/queue-settings';
import { bounded } from './bounded';
import { JobRegistry } from './job-registry';
import { LANES, queueOfLane } from './job-type';
import type { JobContext, Lane } from './job-type';
import { ParkedJobs } from './parked-jobs';

/** What is left for jobs that were told to stop, and for closing connections, in ms. */
const HAND_BACK_MS = 1_500;

/** Runs the handlers of this process. Nothing is consumed before `start()`. */
@Injectable()
export class WorkerHost {
  private readonly log = new Logger(WorkerHost.name);
  private workers: JobWorker[] = [];
  /** Those that take no more jobs and finish what they have. */
  private readonly closing = new Set<Promise<unknown>>();
  private readonly errorListeners: ((error: Error) => void)[] = [];
  private readonly active = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private isStopping = false;
  private readonly parked: ParkedJobs;

  constructor(
    private readonly settings: QueueSettings,
    private readonly registry: JobRegistry,
  ) {
    this.parked = new ParkedJobs(settings);
  }

  /** Throws, and consumes nothing, while a declared job has no handler. */
  start(): void {
    const lanes = this.settings.workerQueues ?? LANES;
    for (const queue of this.registry.queuesToServe()) {
      for (const lane of lanes) this.workers.push(this.open(queue, lane));
    }
    for (const worker of this.workers) {
      worker.run().catch((error: Error) => this.log.error(`worker ${worker.name} ended: ${error.message}`));
    }
  }

  /** Takes no new jobs until `resume()`; those that run go on. */
  suspend(): void {
    for (const worker of this.workers) {
      const closed = worker.close().catch((error: Error) => this.log.warn(`worker ${worker.name}: ${error.message}`));
      this.closing.add(closed);
      void closed.finally(() => this.closing.delete(closed));
    }
    this.workers = [];
  }

  resume(): void {
    if (!this.isStopping && this.workers.length === 0) this.start();
  }

  /** Told what goes wrong between this process and the queue. */
  onBackendError(listener: (error: Error) => void): void {
    this.errorListeners.push(listener);
  }

  get isRunning(): boolean {
    return this.workers.length > 0 && this.workers.every((worker) => worker.isRunning());
  }

  /** Takes no new jobs, lets those that run finish for `graceMs`, then tells them to hand back what they have. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    await this.stopWorkers(graceMs);
    await this.parked.close();
  }

  private async stopWorkers(graceMs: number): Promise<void> {
    // BullMQ's `pause` would leave a worker that waits for a job waiting, and taking the next one; `close` waits for jobs.
    const closed = Promise.allSettled([...this.workers.map((worker) => worker.close()), ...this.closing]);
    if (await isOver(closed, graceMs)) return;
    this.log.warn(`${this.active.size} jobs did not finish in ${graceMs} ms: they are handed back`);
    this.stopping.abort();
    if (!(await isOver(closed, HAND_BACK_MS))) this.log.warn(`${this.active.size} jobs are left to the next worker`);
  }

  private open(queue: string, lane: Lane): JobWorker {
    const name = queueOfLane(queue, lane);
    const worker = openWorker(
      { ...this.settings, workerConcurrency: shareOf(lane, this.settings) },
      name,
      (job) => this.process(queue, job),
      (error) => this.backendFailed(name, error),
    );
    worker.on('failed', (job, error) => {
      const which = job ? `${job.name} with the id ${job.id}` : '(gone)';
      this.log.error(`job ${which} of the queue ${name} failed: ${error.message}`);
    });
    return worker;
  }

  private backendFailed(name: string, error: Error): void {
    this.log.warn(`worker ${name}: ${error.message}`);
    for (const listener of this.errorListeners) listener(error);
  }

  private async process(queue: string, job: Job): Promise<void> {
    const run = this.understood(queue, job);
    if (typeof run === 'string') return this.refuse(job, run);
    const work = run({ signal: this.stopping.signal });
    this.active.add(work);
    try {
      await work;
    } finally {
      this.active.delete(work);
    }
  }

  /** What the job asks for, or why it cannot be run, now or ever. */
  private understood(queue: string, job: Job): ((context: JobContext) => Promise<void>) | string {
    const known = this.registry.find(queue, job.name);
    if (!known) return `No handler for the job ${job.name} of the queue ${queue}`;
    try {
      const payload = known.job.parse(job.data);
      return (context) => known.handler.handle(payload, context);
    } catch (error) {
      return `A job ${job.name} with a payload that is none: ${(error as Error).message}`;
    }
  }

  /** Parks a copy before the job fails, and with that is gone; what became of the copy is said where the failure is logged. */
  private async refuse(job: Job, reason: string): Promise<never> {
    const copy = await this.parked.park(job, reason).then(
      () => 'it is parked',
      (error: Error) => `it could not be parked: ${error.message}`,
    );
    throw new UnrecoverableError(`${reason}; ${copy}`);
  }
}

/** What nobody waits for gets by with half of the places, and never those of the others. */
function shareOf(lane: Lane, { workerConcurrency }: QueueSettings): number {
  return lane === 'urgent' ? workerConcurrency : Math.max(1, Math.floor(workerConcurrency / 2));
}

function isOver(work: Promise<unknown>, ms: number): Promise<boolean> {
  return bounded(work, ms, 'Stopping').then(
    () => true,
    () => false,
  );
}
