import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../cli-error';
import { isObject } from '../document/document-file';
import { networkError } from './network-error';
import type { Profile } from './profile';
import { type ServiceAnswer, refusal } from './service-answer';

export interface ClientOptions {
  readonly url: string;
  readonly token?: string;
  /** The most that one request may take. */
  readonly limitMs: number;
  readonly progress: (line: string) => void;
}

export interface ServiceRequest {
  /** Below `/api/v1`. */
  readonly path: string;
  /** The path is that of the service as a whole. */
  readonly outsideApi?: true;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** A list is given as often as it has items. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  /** Files, in place of a body. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are answers and not the end of the command. */
  readonly accept?: readonly number[];
  /** Makes a POST one that may be sent again; so does a POST that changes nothing. */
  readonly idempotencyKey?: string;
  readonly readsOnly?: boolean;
  /** Not sent again, though it is a PUT: a second one would be refused by what the first did. */
  readonly onlyOnce?: boolean;
  /** The most that it may take, where that is less than the limit of all requests. */
  readonly limitMs?: number;
  /** The action that the command was about to do, for messages. */
  readonly what: string;
}

/** A cut connection, a restart or a busy service is met again so often. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
/** A longer Retry-After is not honoured: a CI check that hangs is worse than one that fails. */
const LONGEST_PAUSE_MS = 10_000;
const BUSY = [429, 503];

/** The REST interface of a catalog, as the commands need it. */
export class CatalogClient {
  constructor(private readonly options: ClientOptions) {}

  get url(): string {
    return this.options.url;
  }

  /** @throws {CliError} refused, timed out */
  async json<Body = Readonly<Record<string, unknown>>>(request: ServiceRequest): Promise<Body> {
    return (await this.send(request)).body as Body;
  }

  /** The body of the answer; undefined where there is no such thing. @throws {CliError} refused, timed out */
  async jsonIfThere<Body = Readonly<Record<string, unknown>>>(request: ServiceRequest): Promise<Body | undefined> {
    const { status, body } = await this.send({ ...request, accept: [404] });
    return status === 404 ? undefined : (body as Body);
  }

  /** The answer of a status below 300, or of one that the request accepts. @throws {CliError} refused, timed out */
  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    const response = await this.fetched(request);
    const text = await response.text().catch((error: unknown) => {
      throw networkError(this.options, request.what, error);
    });
    const answer = answerOf(response, text);
    if (response.ok || request.accept?.includes(response.status)) return answer;
    throw refusal(request.what, answer);
  }

  /** The body as it comes, however long. @throws {CliError} refused, timed out */
  async content(request: ServiceRequest): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.fetched(request);
    if (!response.ok) throw refusal(request.what, answerOf(response, await response.text().catch(() => '')));
    return this.chunks(request.what, response);
  }

  /** A login's next tokens. */
  async refresh(refreshToken: string): Promise<Omit<Profile, 'url'>> {
    const body = { refreshToken };
    return loginOf(await this.json({ method: 'POST', path: '/users/refresh', body, what: 'Renewing the login' }));
  }

  private async *chunks(what: string, { body }: Response): AsyncIterable<Uint8Array> {
    if (!body) return;
    try {
      yield* body as unknown as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw networkError(this.options, what, error);
    }
  }

  private async fetched(request: ServiceRequest): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const mayRepeat = attempt < ATTEMPTS && isRepeatable(request);
      const response = await this.tried(request, mayRepeat);
      const waitMs = pauseBefore(attempt, response);
      if (response && !(BUSY.includes(response.status) && mayRepeat && waitMs <= LONGEST_PAUSE_MS)) return response;
      this.options.progress(
        `${request.what}: ${response ? `busy (${response.status})` : 'the connection was cut'}; trying again`,
      );
      await response?.body?.cancel();
      await pause(waitMs);
    }
  }

  private async tried(request: ServiceRequest, mayRepeat: boolean): Promise<Response | undefined> {
    try {
      return await fetch(this.address(request), {
        method: request.method ?? 'GET',
        headers: this.headers(request),
        body: request.form ?? textOf(request.body),
        signal: AbortSignal.timeout(Math.min(request.limitMs ?? Infinity, this.options.limitMs)),
        // A redirect would send the token to another server.
        redirect: 'manual',
      });
    } catch (error) {
      if (mayRepeat && isCut(error)) return undefined;
      throw networkError(this.options, request.what, error);
    }
  }

  private address({ path, query = {}, outsideApi }: ServiceRequest): string {
    const given = new URLSearchParams();
    for (const [key, value] of Object.entries(query))
      for (const one of [value ?? []].flat()) given.append(key, String(one));
    const search = given.toString();
    return `${this.options.url}${outsideApi ? '' : '/api/v1'}${path}${search === '' ? '' : `?${search}`}`;
  }

  private headers({ body, headers, idempotencyKey }: ServiceRequest): Record<string, string> {
    const { token } = this.options;
    return {
      'user-agent': 'metadata-catalog-cli',
      // Also where the service answers its other clients in the shape of another API.
      'x-compatibility': 'none',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...headers,
    };
  }
}

/** Reads the answer of a login. @throws {CliError} refused where it is none */
export function loginOf(body: unknown): Omit<Profile, 'url'> {
  const { accessToken, refreshToken, expiryDuration } = isObject(body) ? body : {};
  if (typeof accessToken !== 'string') throw refused('the service answered a login without a token');
  return {
    token: accessToken,
    ...(typeof refreshToken === 'string' ? { refreshToken } : {}),
    ...(typeof expiryDuration === 'number' ? { expiresAt: Date.now() + expiryDuration * 1000 } : {}),
  };
}

function isRepeatable({
  method = 'GET',
  idempotencyKey,
  readsOnly = false,
  onlyOnce = false,
}: ServiceRequest): boolean {
  return !onlyOnce && (method !== 'POST' || idempotencyKey !== undefined || readsOnly);
}

/** Refused connections are met at once: a service that is not running is not a transient fault. */
function isCut(error: unknown): boolean {
  const { cause, name } = error as { cause?: { code?: string }; name?: string };
  return name !== 'TimeoutError' && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(cause?.code ?? '');
}

function pauseBefore(attempt: number, response: Response | undefined): number {
  const asked = Number(response?.headers.get('retry-after') ?? NaN);
  return Number.isFinite(asked) ? Math.max(FIRST_PAUSE_MS, asked * 1000) : FIRST_PAUSE_MS * 2 ** (attempt - 1);
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

function answerOf({ status, headers }: Response, text: string): ServiceAnswer {
  if (!headers.get('content-type')?.includes('json')) return { status, headers, body: text };
  try {
    return { status, headers, body: JSON.parse(text) };
  } catch {
    return { status, headers, body: text };
  }
}
