import type { BatchOutcome } from '@app/ingestion';
import { MULTI_STATUS, refusedOutcome } from '../http/errors/mixed-outcomes';

const CREATED = 201;

/**
 * `{"results": [{status, event | error}]}`, in the order sent; each result equals the response to a single POST of
 * that event.
 */
export function batchAnswer(outcomes: readonly BatchOutcome[]): { readonly status: number; readonly json: string } {
  const results = outcomes.map((outcome) =>
    'receipt' in outcome ? { status: CREATED, event: outcome.receipt } : refusedOutcome(outcome.error),
  );
  const isMixed = outcomes.some((outcome) => 'error' in outcome);
  return { status: isMixed ? MULTI_STATUS : 200, json: JSON.stringify({ results }) };
}
