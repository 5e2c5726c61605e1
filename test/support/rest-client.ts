/** What came back. */
export interface RestAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface RestRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls of the REST API below /api/v1 as a client makes them. */
export class RestClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string,
  ) {}

  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('GET', path, { headers });
  }

  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.send<Body>('POST', path, { body, headers });
  }

  put<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.send<Body>('PUT', path, { body, headers });
  }

  patch<Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.send<Body>('PATCH', path, {
      body,
      headers: { 'content-type': 'application/json-patch+json', ...headers },
    });
  }

  delete<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('DELETE', path, { headers });
  }

  async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    { body, headers }: RestRequest,
  ): Promise<RestAnswer<Body>> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: text }),
    });
    const sent = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, body: (isJson && sent ? JSON.parse(sent) : sent) as Body };
  }

  /** As `send`, for calls that must succeed: the body, or an error that says what came instead. */
  async must<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Body> {
    const type: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {};
    const answer = await this.send<Body>(method, path, { body, headers: { ...type, ...headers } });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** One connection each; the API has two cores beside the test. */
const AT_ONCE = 6;

/** Does the work for each, in their order, several at the same time. For what does not depend on each other. */
export async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const one = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
