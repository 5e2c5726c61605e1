import { badRequest } from '@app/common';

/** The two forms in which entities come: each has its own form of answer. */
export interface BulkBody {
  readonly form: 'entities' | 'array';
  readonly entities: readonly unknown[];
}

/** @throws {AppError} BAD_REQUEST for anything but `{"entities": [...]}` or an array */
export function bulkBody(body: unknown): BulkBody {
  if (Array.isArray(body)) return { form: 'array', entities: body };
  const { entities, ...rest } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const unknown = Object.keys(rest);
  if (Array.isArray(entities) && !unknown.length) return { form: 'entities', entities };
  const what = unknown.length ? `; it has ${unknown.join(', ')}` : '';
  throw badRequest(`The body must be an array of create bodies, or {"entities": [...]} and nothing else${what}`);
}
