import { isUuid } from '@app/common';
import type { JobType } from '@app/queue';

/** What a worker needs to claim a run; everything else stands in the run's row. */
export interface ValidatePayload {
  readonly resultId: string;
  /** The contract's node, a bigint in decimal. */
  readonly contract: string;
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
