/** Urgent jobs are someone's who waits; a batch of any size never delays one, since it goes through a queue of its own. */
export const LANES = ['urgent', 'batch'] as const;

export type Lane = (typeof LANES)[number];

/** The queue that carries a lane of a job's queue. */
export function queueOfLane(queue: string, lane: Lane): string {
  return lane === 'urgent' ? queue : `${queue}-${lane}`;
}

/**
 * A kind of job: the queue that carries it (one for each lane), the name that no other kind has, and what its payload must be. Payloads are
 * small JSON: ids, never documents.
 */
export interface JobType<Payload> {
  readonly queue: string;
  readonly name: string;
  /** Checks a payload when it is consumed, since jobs outlive deploys; throws an Error that says what is wrong. */
  readonly parse: (payload: unknown) => Payload;
}

/** What a handler may use beside the payload. */
export interface JobContext {
  /** Aborted when the process must stop: hand back what is not finished and return. */
  readonly signal: AbortSignal;
}

export interface JobHandler<Payload> {
  handle(payload: Payload, context: JobContext): Promise<void>;
}
