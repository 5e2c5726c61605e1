/** The few calls of the REST API that the demo makes, as any client would make them. */
export class DemoClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  put(path: string, body: unknown): Promise<Record<string, unknown>> {
    return this.call('PUT', path, body);
  }

  patch(path: string, operations: unknown): Promise<Record<string, unknown>> {
    return this.call('PATCH', path, operations, { 'content-type': 'application/json-patch+json' });
  }

  /** Waits for the run that is asked for. */
  post(path: string, body?: unknown): Promise<Record<string, unknown>> {
    return this.call('POST', path, body, { prefer: 'wait=60' });
  }

  get(path: string): Promise<Record<string, unknown>> {
    return this.call('GET', path);
  }

  private async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${String(json.message)}`);
    return json;
  }
}
