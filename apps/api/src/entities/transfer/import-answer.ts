import type { ImportReport } from '@app/catalog';
import { MULTI_STATUS } from '../../http/errors/mixed-outcomes';
import { toAppError } from '../../http/errors/to-app-error';

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
