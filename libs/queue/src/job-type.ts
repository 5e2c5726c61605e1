/**
 * Urgent jobs belong to interactive requests; a batch of any size never delays them, because it uses a separate
 * queue.
 */
export const LANES = ['urgent', 'batch'] as const;

export type Lane = (typeof LANES)[number];

export function queueOfLane(queue: string, lane: Lane): string {
  return lane === 'urgent' ? queue : `${queue}-${lane}`;
}

/**
 * A job type: its queue (one per lane), a unique name, and the format of its payload. Payloads are small JSON: ids,
 * never documents.
 */
export interface JobType<Payload> {
  readonly queue: string;
  readonly name: string;
  /** Validates a payload when it is consumed, because jobs outlive deploys; throws an Error with the reason. */
  readonly parse: (payload: unknown) => Payload;
}

/** Context of a handler besides the payload. */
export interface JobContext {
  /** Aborted when the process is stopping: release unfinished work and return. */
  readonly signal: AbortSignal;
  /** The lane that the job came through. */
  readonly lane: Lane;
}

export interface JobHandler<Payload> {
  handle(payload: Payload, context: JobContext): Promise<void>;
}

/** How much a worker does at once in a lane: the batch lane gets half of the concurrency, and never the slots of the urgent one. */
export function slotsOf(lane: Lane, { workerConcurrency }: { readonly workerConcurrency: number }): number {
  return lane === 'urgent' ? workerConcurrency : Math.max(1, Math.floor(workerConcurrency / 2));
}
