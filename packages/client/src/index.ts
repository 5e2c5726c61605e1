import type { components, paths } from 'catalog-api';
import createClient, { type Client } from 'openapi-fetch';

export type { components, operations, paths } from 'catalog-api';

/** The types of bodies and answers by the names of the API document: `Schemas['Table']`. */
export type Schemas = components['schemas'];

/** Every operation of the API by its path: `catalog.GET('/api/v1/tables', {params: {query: {limit: 5}}})`. */
export type CatalogClient = Client<paths>;

export interface ConnectOptions {
  /** Where the service is, such as `http://127.0.0.1:8585`. */
  readonly url: string;
  /** A token, or what gives one for each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** In place of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The body of every error. */
export type ErrorBody = Schemas['Error'];

/** The service refused a request. */
export class CatalogError extends Error {
  /**
   * @param status of HTTP
   * @param body absent where something between here and the service answered
   */
  constructor(
    readonly status: number,
    readonly body: ErrorBody | undefined,
  ) {
    super(body?.message ?? `The service answered ${String(status)}`);
    this.name = 'CatalogError';
  }
}

/** A client of one service. Its answers are in the service's own shape, also where others are given that of another API. */
export function connect({ url, token, fetch: send = (request) => fetch(request) }: ConnectOptions): CatalogClient {
  return createClient<paths>({
    baseUrl: url.replace(/\/$/, ''),
    headers: { 'x-compatibility': 'none' },
    fetch: async (request) => {
      const given = typeof token === 'function' ? await token() : token;
      if (given !== undefined) request.headers.set('authorization', `Bearer ${given}`);
      return send(request);
    },
  });
}

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The answer of a call: `await answerOf(catalog.GET('/api/v1/tables/{id}', {params: {path: {id}}}))`.
 *
 * @throws {CatalogError} where the service refuses
 */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new CatalogError(response.status, isErrorBody(error) ? error : undefined);
  return data as NonNullable<T>;
}

const isErrorBody = (error: unknown): error is ErrorBody =>
  typeof error === 'object' && error !== null && 'errorType' in error;
