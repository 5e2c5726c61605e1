import { Injectable } from '@nestjs/common';
import { LANES, queueOfLane, type JobContext, type JobHandler, type JobType, type Lane } from './job-type';

/** Work whose jobs only tell of it: it stands where it can be taken without them. */
export interface WaitingWork {
  /**
   * Takes up to `most` that wait in the lane, the oldest first; none while its queue is paused. What it resolves to has to be run. Jobs of it
   * that are delivered nevertheless find nothing to do.
   */
  take(lane: Lane, most: number): Promise<readonly TakenWork[]>;
}

export interface TakenWork {
  /** Of its job. */
  readonly id: string;
  run(context: JobContext): Promise<void>;
}

/** How many of a type are under way in a lane, whether their jobs came through the queue or not. */
type CountActive = (lane: Lane) => Promise<number>;

interface Entry {
  readonly job: JobType<unknown>;
  readonly countActive?: CountActive;
  handler?: JobHandler<unknown>;
  waiting?: WaitingWork;
}

/**
 * The job types known to this process and their handlers. Modules register them at start; the registry executes
 * nothing.
 */
@Injectable()
export class JobRegistry {
  private readonly entries = new Map<string, Entry>();

  /** Registers a job type. The module that sends it declares it, in every process. */
  declare<Payload>(job: JobType<Payload>, countActive?: CountActive): void {
    const known = this.entries.get(job.name)?.job;
    if (known && known !== job) throw new Error(`Two kinds of jobs have the name ${job.name}`);
    if (!known) this.entries.set(job.name, { job, ...(countActive && { countActive }) });
  }

  /** Called by modules of the worker only. @param waiting where its work can be taken without its jobs; for one type of a queue */
  handle<Payload>(job: JobType<Payload>, handler: JobHandler<Payload>, waiting?: WaitingWork): void {
    this.declare(job);
    const entry = this.entries.get(job.name)!;
    if (entry.handler) throw new Error(`The job ${job.name} has two handlers`);
    entry.handler = handler as JobHandler<unknown>;
    if (waiting) entry.waiting = waiting;
  }

  /** The queues to consume from, one per lane. Throws if a declared job has no handler. */
  queuesToServe(): string[] {
    const orphans = [...this.entries.values()].filter(({ handler }) => !handler).map(({ job }) => job.name);
    if (orphans.length > 0) throw new Error(`No handler for the job ${orphans.join(', ')}`);
    return [...new Set([...this.entries.values()].map(({ job }) => job.queue))];
  }

  /** Work under way of the types that count it themselves. */
  async active(queue: string, lane: Lane): Promise<number> {
    const counting = [...this.entries.values()].flatMap(({ job, countActive }) =>
      countActive && queueOfLane(job.queue, lane) === queue ? countActive(lane) : [],
    );
    return (await Promise.all(counting)).reduce((sum, count) => sum + count, 0);
  }

  /** All queues, with their lanes. */
  queues(): { readonly name: string; readonly lane: Lane }[] {
    const queues = [...new Set([...this.entries.values()].map(({ job }) => job.queue))];
    return queues.flatMap((queue) => LANES.map((lane) => ({ name: queueOfLane(queue, lane), lane })));
  }

  /** The type of the queue whose work can be taken without its jobs. */
  waiting(queue: string): { readonly job: JobType<unknown>; readonly waiting: WaitingWork } | undefined {
    for (const { job, waiting } of this.entries.values()) if (waiting && job.queue === queue) return { job, waiting };
    return undefined;
  }

  find(queue: string, name: string): { job: JobType<unknown>; handler: JobHandler<unknown> } | undefined {
    const entry = this.entries.get(name);
    return entry?.handler && entry.job.queue === queue ? { job: entry.job, handler: entry.handler } : undefined;
  }
}
