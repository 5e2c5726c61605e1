import type { KeptAnswer } from '@app/database';

/** Response to a request for a run: 200 with the final result, or 202 with the result of an open run. */
export interface RunAnswer {
  readonly status: 200 | 202;
  readonly headers: Readonly<Record<string, string>>;
  /** A result as JSON text. */
  readonly body: string;
}

export function runAnswer(run: {
  readonly contractId: string;
  readonly resultId: string;
  readonly joined: boolean;
  readonly ended: boolean;
  readonly json: string;
}): RunAnswer {
  const location = `/api/v1/dataContracts/${run.contractId}/results/${run.resultId}`;
  const headers = {
    ...(run.joined && { 'X-Validation-Joined': 'true' }),
    ...(!run.ended && { Location: location }),
  };
  return { status: run.ended ? 200 : 202, headers, body: run.json };
}

export function replayed(kept: KeptAnswer): RunAnswer {
  return {
    ...kept,
    status: kept.status === 202 ? 202 : 200,
    headers: { ...kept.headers, 'Idempotent-Replayed': 'true' },
  };
}
