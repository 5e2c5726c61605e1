import { ERROR_TRAITS, type AppError } from '@app/common';
import type { Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { noteRefusals } from './refusals';
import { toAppError } from './to-app-error';

/** The status if some items of a request were refused: the outcomes show which. */
export const MULTI_STATUS = 207;

/** The outcome of a part that was refused, among those of what was sent at once: as a request of it alone would be answered. */
export function refusedOutcome(fault: unknown): object {
  const { code: errorType, message, details } = toAppError(fault);
  const { status } = ERROR_TRAITS[errorType];
  return { status, error: { code: status, errorType, message, ...(details && { details }) } };
}

/**
 * Such an answer does not pass the error filter: refusals are recorded for the audit here, and unexpected errors are
 * logged, once per request.
 * @param what failed, such as `edges of a bulk write`
 */
export function noteOutcomes(logger: Logger, request: FastifyRequest, what: string, outcomes: readonly object[]): void {
  const faults = outcomes.flatMap((outcome) => ('error' in outcome ? [toAppError(outcome.error)] : []));
  noteRefusals(request, faults);
  const unforeseen = faults.filter(({ code }) => code === 'INTERNAL_ERROR');
  if (unforeseen.length)
    logger.error(`request ${request.id}: ${unforeseen.length} ${what} failed`, unforeseen[0]?.cause);
}

/** The outcome of one row of many, as JSON; what was stored is text already. */
export function outcomeJson(
  outcome: { readonly status: number; readonly json: string } | { readonly error: AppError },
): string {
  if ('error' in outcome) return JSON.stringify(refusedOutcome(outcome.error));
  return `{"status":${outcome.status},"result":${outcome.json}}`;
}
