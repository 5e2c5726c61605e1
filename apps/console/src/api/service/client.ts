import type { components, paths } from 'catalog-api';
import createClient from 'openapi-fetch';
import { ApiError } from './api-error';
import { connection } from './connection';
import { session } from './session';

export type Schemas = components['schemas'];

type KeyOfAny<T> = T extends unknown ? keyof T : never;
type ValueOfAny<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** One of several schemas with the members of all: those that not all of them have may be absent. */
export type Merged<T> = Pick<T, keyof T> & { [K in Exclude<KeyOfAny<T>, keyof T>]?: ValueOfAny<T, K> };

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

export interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer of an operation, or its error thrown. */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok) throw ApiError.of(response.status, error);
  return data as NonNullable<T>;
}

/**
 * The path of an operation that all types of entities have, of a collection that is known at run time only. Its form is that of tables; where
 * types differ in their members, `Merged` names those of all.
 */
export const pathIn = <Rest extends string>(collection: string, rest: Rest) =>
  `/api/v1/${collection}${rest}` as `/api/v1/tables${Rest}`;

/** Headers of a request whose body is a JSON Patch. */
export const AS_PATCH = { 'content-type': 'application/json-patch+json' };

/** A document as text, and the tag of its version. */
export interface TaggedText {
  readonly text: string;
  readonly etag: string | undefined;
}

/** An answer as text, such as YAML. */
export async function readText(path: string, init: RequestInit = {}): Promise<TaggedText> {
  const answer = await authorizedFetch(new Request(new URL(path, location.origin), init));
  const text = await answer.text();
  if (!answer.ok) throw ApiError.of(answer.status, parsed(text));
  return { text, etag: answer.headers.get('etag') ?? undefined };
}

/** Reads a text and hands it to the browser as a file of that name. */
export async function saveText(path: string, name: string): Promise<void> {
  const { text } = await readText(path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 500) };
  }
}
