import type { ImportReport } from '@app/catalog';
import { toAppError } from '../../http/errors/to-app-error';

/** MULTI-STATUS, where a table failed: the errors tell which and why. */
const MULTI_STATUS = 207;

export function importAnswer({ errors, errorsLeftOut, ...counts }: ImportReport): { status: number; json: string } {
  const told = errors.map(({ line, table, field, message, cause }) => ({
    line,
    ...(table === undefined ? {} : { table }),
    field,
    message: message ?? toAppError(cause).message,
  }));
  const report = { ...counts, errors: told, ...(errorsLeftOut ? { errorsLeftOut } : {}) };
  return { status: counts.failed ? MULTI_STATUS : 200, json: JSON.stringify(report) };
}
