import { errors } from '@elastic/elasticsearch';
import { badRequest } from '@app/common';
import { searchUnavailable } from './circuit-breaker';

/** The faults of a query that no check of ours could see: they depend on what is indexed. */
const TOO_MUCH: Readonly<Record<string, string>> = {
  too_many_clauses: 'The query stands for too many words; make its patterns longer',
  too_many_nested_clauses: 'The query stands for too many words; make its patterns longer',
  too_complex_to_determinize_exception: 'A pattern of the query is too complex; make it simpler',
  too_many_buckets_exception: 'The aggregations have too many buckets; make their intervals longer',
};

interface Reason {
  readonly type?: string;
  readonly reason?: string;
  readonly caused_by?: Reason;
  readonly root_cause?: readonly Reason[];
  readonly failed_shards?: readonly { readonly reason?: Reason }[];
}

function* typesOf(reason: Reason | undefined): Generator<string> {
  if (!reason) return;
  if (reason.type) yield reason.type;
  yield* typesOf(reason.caused_by);
  for (const cause of reason.root_cause ?? []) yield* typesOf(cause);
  for (const shard of reason.failed_shards ?? []) yield* typesOf(shard.reason);
}

const bodyReason = (error: errors.ResponseError): Reason | undefined =>
  (error.body as { error?: Reason } | undefined)?.error;

/** Whether the server, not the request, is what failed: nothing answers, or it says that it cannot. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof errors.ElasticsearchClientError)) return false;
  if (isTooLarge(error)) return false;
  if (!(error instanceof errors.ResponseError)) return true;
  const status = error.statusCode ?? 500;
  return !isTooMuch(error) && (status >= 500 || [401, 403, 404, 408, 429].includes(status));
}

/** Whether an answer was given up because it is larger than the request allowed; nothing else ends a request of ours. */
export const isTooLarge = (error: unknown): boolean => error instanceof errors.RequestAbortedError;

/** Whether the server refused because the query asks for too much; an answer by status 503 may say so. */
export const isTooMuch = (error: errors.ResponseError): boolean => tooMuch(error) !== undefined;

function tooMuch(error: errors.ResponseError): string | undefined {
  const known = [...typesOf(bodyReason(error))].find((type) => Object.hasOwn(TOO_MUCH, type));
  return known === undefined ? undefined : TOO_MUCH[known];
}

/**
 * The error as callers may see it: BAD_REQUEST for what asks for too much, SERVICE_UNAVAILABLE for a server that is away (a
 * refused login and a missing index count as that too: the caller can do nothing about them). What is left is a fault of ours.
 */
export function searchFailure(error: unknown): unknown {
  if (error instanceof errors.ResponseError) {
    const message = tooMuch(error);
    if (message !== undefined) return badRequest(message);
  }
  return isAway(error) ? searchUnavailable(error) : error;
}
