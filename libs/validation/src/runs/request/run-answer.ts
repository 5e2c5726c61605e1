import { isTerminal, type ResultText } from '@app/results';
import type { RequestedRun } from './run-requests';

/** Response to a request for a run: 200 with the final result, or 202 with the result of an open run. */
export interface RunAnswer {
  readonly status: 200 | 202;
  readonly headers: Readonly<Record<string, string>>;
  /** A result as JSON text. */
  readonly body: string;
}

export function runAnswer(
  contractId: string,
  { resultId, joined }: RequestedRun,
  { status, json }: ResultText,
): RunAnswer {
  const hasEnded = isTerminal(status);
  const headers = {
    ...(joined && { 'X-Validation-Joined': 'true' }),
    ...(!hasEnded && { Location: `/api/v1/dataContracts/${contractId}/results/${resultId}` }),
  };
  return { status: hasEnded ? 200 : 202, headers, body: json };
}

/** Maximum time that a request waits for its run, in seconds. */
const LONGEST_WAIT = 60;

/**
 * Seconds to wait for a run, from `Prefer` (RFC 7240): `wait=<s>`, at most 60; `respond-async` alone is 0. Invalid
 * values are ignored.
 */
export function waitSeconds(prefer: string | undefined, fallback: number): number {
  const preferences = (prefer ?? '').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase());
  for (const preference of preferences) {
    const [, seconds] = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT);
  }
  return preferences.includes('respond-async') ? 0 : fallback;
}
