import type { BulkEdgeOutcome } from '@app/lineage';
import { MULTI_STATUS, refusedOutcome } from '../../http/errors/mixed-outcomes';

/** `{"results": [{status, edge | error}]}`, in the order sent. */
export function bulkEdgeAnswer(outcomes: readonly BulkEdgeOutcome[]): { status: number; json: string } {
  const results = outcomes.map((outcome) =>
    'edge' in outcome ? { status: 200, ...outcome } : refusedOutcome(outcome.error),
  );
  const isMixed = outcomes.some((outcome) => 'error' in outcome);
  return { status: isMixed ? MULTI_STATUS : 200, json: JSON.stringify({ results }) };
}
