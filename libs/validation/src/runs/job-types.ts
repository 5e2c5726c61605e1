import { isUuid } from '@app/common';
import type { JobType } from '@app/queue';

/** Wakes a worker of the lane for the runs that wait. Which they are stands in `validation_run`, so a payload says nothing. */
export const WAKE_JOB: JobType<undefined> = { queue: 'validation', name: 'wake', parse: () => undefined };

/** Requests the next block of a batch's runs. */
export interface FeedPayload {
  readonly batch: string;
  /** Number of preceding blocks: a job with an older generation has no effect. */
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
