import type { ImportReport } from '@app/catalog';
import type { Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MULTI_STATUS } from '../../http/errors/mixed-outcomes';
import { toAppError } from '../../http/errors/to-app-error';

/**
 * @param more further members of the answer
 * @param key the member of an error that names the entity
 */
export function importAnswer(
  { errors, errorsLeftOut, failedRows: _, ...counts }: ImportReport,
  more: object = {},
  key: 'table' | 'entity' = 'table',
): { status: number; json: string } {
  const told = errors.map(({ line, fqn, field, message, cause }) => ({
    line,
    ...(fqn === undefined ? {} : { [key]: fqn }),
    field,
    message: message ?? toAppError(cause).message,
  }));
  const report = { ...counts, ...more, errors: told, ...(errorsLeftOut ? { errorsLeftOut } : {}) };
  return { status: counts.failed ? MULTI_STATUS : 200, json: JSON.stringify(report) };
}

/** The same by rows, under the names that clients of OpenMetadata know. */
export function rowCounts({ rows, failed, failedRows, created, updated, unchanged }: ImportReport): object {
  const passed = created + updated + unchanged;
  return {
    status: failed === 0 ? 'success' : passed ? 'partialSuccess' : 'failure',
    numberOfRowsProcessed: rows,
    numberOfRowsPassed: rows - failedRows,
    numberOfRowsFailed: failedRows,
  };
}

/** Logs unexpected errors, once per request: the answer does not pass the error filter. */
export function logUnforeseen(logger: Logger, { id }: Pick<FastifyRequest, 'id'>, { errors }: ImportReport): void {
  const unforeseen = errors.find(({ cause }) => cause && toAppError(cause).code === 'INTERNAL_ERROR');
  if (unforeseen) logger.error(`request ${id}: entities of an import failed`, unforeseen.cause);
}
