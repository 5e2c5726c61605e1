import type { Actor, Operation } from './actor';
import type { ErrorCode } from './error-code';

/** An error and its location: `field` is a path such as `columns[0].children[1].dataType`. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** A decision against a known principal, for the audit; callers are not shown it. */
export interface Refusal {
  readonly actor: Actor;
  readonly operations: readonly Operation[];
  readonly resource: string;
  /** Id or FQN of the object, where the refusal is of one. */
  readonly key?: string;
  /** hidden: the answer is that there is no such object. */
  readonly reason: 'notAllowed' | 'hidden';
}

/** An error that may be shown to callers. Its message is written for callers and contains no internal details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details?: readonly ErrorDetail[];
  /** Seconds after which the same request may succeed (answered as Retry-After). */
  readonly retryAfter?: number;
  /** Further response headers, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly refusal?: Refusal;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<Pick<AppError, 'details' | 'retryAfter' | 'headers' | 'refusal' | 'cause'>> = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    if (more.details?.length) this.details = more.details;
    if (more.retryAfter !== undefined) this.retryAfter = more.retryAfter;
    if (more.headers) this.headers = more.headers;
    if (more.refusal) this.refusal = more.refusal;
  }
}

/** 400. With one detail the message names its field, for clients that show only the message. */
export function badRequest(message: string, details?: readonly ErrorDetail[]): AppError {
  return new AppError('BAD_REQUEST', message, { details });
}

/** Maximum number of invalid fields reported per request: validation stops after finding one more. */
export const MOST_FAULTS = 100;

/** 400 for a list of invalid fields, of which the first 100 are reported; the message names the first ones. */
export function invalidFields(found: readonly ErrorDetail[]): AppError {
  const details = found.slice(0, MOST_FAULTS).map(({ field, message }) => ({ field, message }));
  const named = details.slice(0, 3).map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return new AppError('BAD_REQUEST', named.join('; ') + moreThanNamed(found.length), { details });
}

function moreThanNamed(count: number): string {
  if (count > MOST_FAULTS) return ` (and more; the check stopped after ${MOST_FAULTS} wrong fields, see details)`;
  return count > 3 ? ` (and ${count - 3} more, see details)` : '';
}

/** 404 with the message that clients expect: `<entityType> instance for <id or fqn> not found`. */
export function notFound(entityType: string, idOrFqn: string): AppError {
  return new AppError('NOT_FOUND', `${entityType} instance for ${idOrFqn} not found`);
}

/** `notFound` of an entity that is there, but must not be known to the actor. */
export function hiddenFrom(actor: Actor, entityType: string, idOrFqn: string): AppError {
  const refusal = { actor, operations: ['ViewBasic'], resource: entityType, key: idOrFqn, reason: 'hidden' } as const;
  return new AppError('NOT_FOUND', notFound(entityType, idOrFqn).message, { refusal });
}

/** 403 that names the operations which lack. @param key id or FQN of the object */
export function forbidden(actor: Actor, operations: readonly Operation[], resource: string, key?: string): AppError {
  const message = `Principal ${actor.name} is not allowed: operations [${operations.join(', ')}] on ${resource}`;
  const refusal = { actor, operations, resource, reason: 'notAllowed', ...(key !== undefined && { key }) } as const;
  return new AppError('FORBIDDEN', message, { refusal });
}

export function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}

/** The result of the work, or its AppError; any other error is thrown. */
export function attempt<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** `attempt` of work that has to be waited for. */
export async function attemptAsync<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The result of the work; undefined where it is refused with one of these codes. */
export async function unlessRefused<T>(codes: readonly ErrorCode[], work: () => Promise<T>): Promise<T | undefined> {
  const result = await attemptAsync(work);
  if (!(result instanceof AppError)) return result;
  if (codes.includes(result.code)) return undefined;
  throw result;
}
