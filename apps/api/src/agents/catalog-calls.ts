import { AppError, isUuid, parseOwnJson } from '@app/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../http/errors/error-body';
import type { Links } from './links';

export type Json = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Requests to the REST API that an agent's request makes: inside the process, with its token. They pass everything that other
 * requests pass, so that permissions, limits and what is left out of answers are the same.
 */
export class CatalogCalls {
  private readonly said: string[] = [];

  constructor(
    private readonly api: FastifyInstance,
    private readonly request: FastifyRequest,
    readonly links: Links,
  ) {}

  /** Adds a sentence to the answer: what was understood otherwise than it was sent. */
  note(sentence: string): void {
    this.said.push(sentence);
  }

  get notes(): readonly string[] {
    return this.said;
  }

  /** @throws {AppError} */
  async get(path: string, query?: Query): Promise<Json> {
    return accepted(await this.send({ method: 'GET', path, query }));
  }

  /** `get`, but undefined where there is no such thing. */
  async find(path: string, query?: Query): Promise<Json | undefined> {
    const answer = await this.send({ method: 'GET', path, query });
    return answer.status === 404 ? undefined : accepted(answer);
  }

  /** @throws {AppError} */
  async post(path: string, call: Omit<Call, 'method' | 'path'> = {}): Promise<Json> {
    return accepted(await this.send({ ...call, method: 'POST', path }));
  }

  private async send({ method, path, query = {}, body, headers }: Call): Promise<{ status: number; body: Json }> {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
    const { authorization } = this.request.headers;
    const answer = await this.api.inject({
      method,
      url: `/api/v1${path}?${given.toString()}`,
      remoteAddress: this.request.ip,
      headers: {
        accept: 'application/json',
        // In our own shape also where the service answers its other clients in that of another API.
        'x-compatibility': 'none',
        'x-request-id': this.request.id,
        ...(authorization !== undefined && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: (await parseOwnJson(answer.payload)) as Json };
  }
}

/** The end of a path that names an entity by its id or its FQN. */
export const named = (idOrFqn: string): string => (isUuid(idOrFqn) ? idOrFqn : `name/${encodeURIComponent(idOrFqn)}`);

function accepted({ status, body }: { status: number; body: Json }): Json {
  if (status < 300) return body;
  const { errorType, message, details } = body as unknown as ErrorBody;
  throw new AppError(errorType, message, { details });
}
