import { isUuid } from '@app/common';
import type { JobType } from '@app/queue';

/** What a worker needs to claim a run; everything else is in the run's row. */
export interface ValidatePayload {
  readonly resultId: string;
  /** The contract's node, a bigint in decimal. */
  readonly contract: string;
  /** What it will most likely be evaluated with; known of announced runs only. */
  readonly documents?: RunDocuments;
}

/** Ids of the contract and of its asset, and the type of that. */
export interface RunDocuments {
  readonly contractId: string;
  readonly assetId: string;
  readonly assetType: string;
}

export const VALIDATE_JOB: JobType<ValidatePayload> = {
  queue: 'validation',
  name: 'validate',
  parse: (payload) => {
    const { resultId, contract } = (payload ?? {}) as Partial<Record<keyof ValidatePayload, unknown>>;
    if (!isUuid(resultId)) throw new Error('resultId must be a UUID');
    if (typeof contract !== 'string' || !/^\d{1,19}$/.test(contract)) throw new Error('contract must be a node');
    return { resultId, contract };
  },
};

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
