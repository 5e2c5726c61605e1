import { badRequest } from '@app/common';
import type { SentRow } from '@app/results';
import { NdjsonBody } from '../../http/parsing';

/** The results of a bulk request, however they were sent. @throws {AppError} BAD_REQUEST where there is no list of them */
export function bulkRows(body: unknown): readonly SentRow[] {
  if (body instanceof NdjsonBody) return body.lines;
  const list = Array.isArray(body) ? (body as unknown[]) : listIn(body);
  return list.map((value) => ({ value }));
}

function listIn(body: unknown): readonly unknown[] {
  const { results, ...others } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw badRequest(`${other} is not a known property here`, [
      { field: other, message: 'is not a known property here' },
    ]);
  }
  if (Array.isArray(results)) return results as unknown[];
  const message = 'must be an array of results, each with contractId or contractFQN';
  throw badRequest(`results: ${message}`, [{ field: 'results', message }]);
}
