import type { components, paths } from 'catalog-api';
import createClient from 'openapi-fetch';
import { ApiError } from './api-error';
import { connection } from './connection';
import { session } from './session';

export type Schemas = components['schemas'];

/** A request with the token of the session; one that has just ended is exchanged and the request repeated. */
export async function authorizedFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetchWith(request, await session.token());
  if (answer.status !== 401 || !(await session.refresh())) return answer;
  return fetchWith(again, await session.token());
}

async function fetchWith(request: Request, token: string | undefined): Promise<Response> {
  if (token) request.headers.set('authorization', `Bearer ${token}`);
  try {
    return await connection.watch(
      () => fetch(request),
      () => request.signal.aborted,
    );
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError(0, undefined);
  }
}

/** The operations of docs/openapi.json; where API and console part ways, the types do not fit. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: authorizedFetch });

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer of an operation, or its error thrown. */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response.status, error as ConstructorParameters<typeof ApiError>[1]);
  return data as NonNullable<T>;
}

/**
 * An answer as JSON of a path that is made at run time, such as that of a collection by its type.
 *
 * @throws ApiError
 */
export async function readJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await authorizedFetch(new Request(new URL(path, location.origin), init));
  const text = await answer.text();
  const body: unknown = text === '' ? undefined : parsed(text);
  if (!answer.ok) throw new ApiError(answer.status, body as ConstructorParameters<typeof ApiError>[1]);
  return body as T;
}

/** Does the same as `readJson`, for a request with a body. */
export const sendJson = <T>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: unknown,
  type = 'application/json',
): Promise<T> => readJson(path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) });

export const PATCH_TYPE = 'application/json-patch+json';

/** A document as text, and the tag of its version. */
export interface TaggedText {
  readonly text: string;
  readonly etag: string | undefined;
}

/** An answer as text, such as YAML. */
export async function readText(path: string, init: RequestInit = {}): Promise<TaggedText> {
  const answer = await authorizedFetch(new Request(new URL(path, location.origin), init));
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, parsed(text) as ConstructorParameters<typeof ApiError>[1]);
  return { text, etag: answer.headers.get('etag') ?? undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 500) };
  }
}
