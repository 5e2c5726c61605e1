import { ERROR_TRAITS } from '@app/common';
import type { BatchOutcome } from '@app/ingestion';
import { toAppError } from '../http/errors/to-app-error';

const CREATED = 201;
/** MULTI-STATUS, where an event was refused: the outcomes tell which. */
const MULTI_STATUS = 207;

/** `{"results": [{status, event | error}]}`, in the order sent; each as a POST of it alone would be answered. */
export function batchAnswer(outcomes: readonly BatchOutcome[]): { readonly status: number; readonly json: string } {
  const results = outcomes.map((outcome) =>
    'receipt' in outcome ? { status: CREATED, event: outcome.receipt } : refused(outcome.error),
  );
  const isMixed = outcomes.some((outcome) => 'error' in outcome);
  return { status: isMixed ? MULTI_STATUS : 200, json: JSON.stringify({ results }) };
}

function refused(fault: unknown): object {
  const { code: errorType, message, details } = toAppError(fault);
  const { status } = ERROR_TRAITS[errorType];
  return { status, error: { code: status, errorType, message, ...(details && { details }) } };
}
