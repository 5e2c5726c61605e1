import { ERROR_TRAITS } from '@app/common';
import type { BulkOutcome } from '@app/results';

/** The outcomes as JSON text: stored results are text already. 207 where some were refused. */
export function bulkAnswer(outcomes: readonly BulkOutcome[]): { readonly status: 200 | 207; readonly json: string } {
  const isMixed = outcomes.some((outcome) => 'error' in outcome);
  return { status: isMixed ? 207 : 200, json: `{"results":[${outcomes.map(outcomeJson).join(',')}]}` };
}

function outcomeJson(outcome: BulkOutcome): string {
  if (!('error' in outcome)) return `{"status":${outcome.status},"result":${outcome.json}}`;
  const { code: errorType, message, details } = outcome.error;
  const { status } = ERROR_TRAITS[errorType];
  return JSON.stringify({ status, error: { code: status, errorType, message, ...(details && { details }) } });
}
