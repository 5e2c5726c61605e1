import { ERROR_TRAITS } from '@app/common';
import type { Logger } from '@nestjs/common';
import { toAppError } from './to-app-error';

/** The status where some of what was sent at once was refused: the outcomes tell which. */
export const MULTI_STATUS = 207;

/** What was refused, among the outcomes of what was sent at once: as a request of it alone would be answered. */
export function refusedOutcome(fault: unknown): object {
  const { code: errorType, message, details } = toAppError(fault);
  const { status } = ERROR_TRAITS[errorType];
  return { status, error: { code: status, errorType, message, ...(details && { details }) } };
}

/**
 * Such an answer does not pass the error filter, so unexpected errors in it are logged here, once per request.
 * @param what failed, such as `edges of a bulk write`
 */
export function logUnforeseen(logger: Logger, requestId: string, what: string, outcomes: readonly object[]): void {
  const faults = outcomes.flatMap((outcome) => ('error' in outcome ? [toAppError(outcome.error)] : []));
  const unforeseen = faults.filter(({ code }) => code === 'INTERNAL_ERROR');
  if (unforeseen.length)
    logger.error(`request ${requestId}: ${unforeseen.length} ${what} failed`, unforeseen[0]?.cause);
}
