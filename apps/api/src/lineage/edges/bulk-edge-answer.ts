import { ERROR_TRAITS } from '@app/common';
import type { BulkEdgeOutcome } from '@app/lineage';
import { toAppError } from '../../http/errors/to-app-error';

/** MULTI-STATUS, where an edge was refused: the outcomes tell which. */
const MULTI_STATUS = 207;

/** `{"results": [{status, edge | error}]}`, in the order sent. */
export function bulkEdgeAnswer(outcomes: readonly BulkEdgeOutcome[]): { status: number; json: string } {
  const results = outcomes.map((outcome) => ('edge' in outcome ? { status: 200, ...outcome } : refused(outcome.error)));
  const isMixed = outcomes.some((outcome) => 'error' in outcome);
  return { status: isMixed ? MULTI_STATUS : 200, json: JSON.stringify({ results }) };
}

function refused(fault: unknown): object {
  const { code: errorType, message, details } = toAppError(fault);
  const { status } = ERROR_TRAITS[errorType];
  return { status, error: { code: status, errorType, message, ...(details && { details }) } };
}
