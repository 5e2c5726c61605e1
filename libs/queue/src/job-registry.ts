import { Injectable } from '@nestjs/common';
import { LANES, queueOfLane, type JobHandler, type JobType, type Lane } from './job-type';

/** How much of some work waits for a worker, and how much workers have. */
export interface WorkCount {
  readonly waiting: number;
  readonly active: number;
}

type CountWork = (lane: Lane) => Promise<WorkCount>;

interface Entry {
  readonly job: JobType<unknown>;
  /** Where the job only says that there may be work, which stands elsewhere. */
  readonly countWork?: CountWork;
  handler?: JobHandler<unknown>;
}

/**
 * The job types known to this process and their handlers. Modules register them at start; the registry executes
 * nothing.
 */
@Injectable()
export class JobRegistry {
  // eslint-disable-next-line house/no-learned-ways -- filled while the process starts
  private readonly entries = new Map<string, Entry>();

  /**
   * Registers a job type. The module that sends it declares it, in every process.
   *
   * @param countWork for a wake-up (`JobProducer.wake`): counts the work that it wakes for, which is shown instead of it
   */
  declare<Payload>(job: JobType<Payload>, countWork?: CountWork): void {
    const known = this.entries.get(job.name)?.job;
    if (known && known !== job) throw new Error(`Two kinds of jobs have the name ${job.name}`);
    if (!known) this.entries.set(job.name, { job, ...(countWork && { countWork }) });
  }

  /** Called by modules of the worker only. */
  handle<Payload>(job: JobType<Payload>, handler: JobHandler<Payload>): void {
    this.declare(job);
    const entry = this.entries.get(job.name)!;
    if (entry.handler) throw new Error(`The job ${job.name} has two handlers`);
    entry.handler = handler as JobHandler<unknown>;
  }

  /** The queues to consume from, one per lane. Throws if a declared job has no handler. */
  queuesToServe(): string[] {
    const orphans = [...this.entries.values()].filter(({ handler }) => !handler).map(({ job }) => job.name);
    if (orphans.length > 0) throw new Error(`No handler for the job ${orphans.join(', ')}`);
    return [...new Set([...this.entries.values()].map(({ job }) => job.queue))];
  }

  queues(): { readonly name: string; readonly lane: Lane }[] {
    const queues = [...new Set([...this.entries.values()].map(({ job }) => job.queue))];
    return queues.flatMap((queue) => LANES.map((lane) => ({ name: queueOfLane(queue, lane), lane })));
  }

  wakeUps(queue: string, lane: Lane): { readonly name: string; readonly count: () => Promise<WorkCount> }[] {
    return [...this.entries.values()].flatMap(({ job, countWork }) =>
      countWork && queueOfLane(job.queue, lane) === queue ? [{ name: job.name, count: () => countWork(lane) }] : [],
    );
  }

  find(queue: string, name: string): { job: JobType<unknown>; handler: JobHandler<unknown> } | undefined {
    const entry = this.entries.get(name);
    return entry?.handler && entry.job.queue === queue ? { job: entry.job, handler: entry.handler } : undefined;
  }
}
