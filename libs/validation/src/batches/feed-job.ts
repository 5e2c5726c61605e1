import { isUuid } from '@app/common';
import type { JobType } from '@app/queue';

/** Asks a worker to make the next block of a batch's runs. */
export interface FeedPayload {
  readonly batch: string;
  /** How many blocks came before: a job of an earlier one changes nothing. */
  readonly generation: number;
}

export const FEED_JOB: JobType<FeedPayload> = {
  queue: 'validation',
  name: 'feed-batch',
  parse: (payload) => {
    const { batch, generation } = (payload ?? {}) as Partial<Record<keyof FeedPayload, unknown>>;
    if (!isUuid(batch)) throw new Error('batch must be a UUID');
    if (!Number.isSafeInteger(generation)) throw new Error('generation must be an integer');
    return { batch, generation: generation as number };
  },
};
