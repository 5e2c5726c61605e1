import type { KeptConnection } from '../supervised/kept-connection';

/** What came back. */
export interface ApiAnswer<Body> {
  readonly status: number | undefined;
  readonly body: Body;
}

/** One process of the API, by a connection that stays. */
export class RightsApi {
  constructor(
    private readonly connection: KeptConnection,
    private readonly admin: string,
  ) {}

  get pid(): number {
    return this.connection.pid;
  }

  /** @param path from the root on */
  async ask<Body>(method: string, path: string, sent?: unknown, token = this.admin): Promise<ApiAnswer<Body>> {
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const headers = {
      authorization: `Bearer ${token}`,
      ...(sent !== undefined && { 'content-type': type, accept: 'application/json, text/event-stream' }),
    };
    const body = sent === undefined ? undefined : JSON.stringify(sent);
    const { status, text } = await this.connection.ask(path, { method, headers, body });
    return { status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Body };
  }

  /** A write of the administrator that must be acknowledged. @param path below /api/v1 */
  async must<Body = { readonly id: string }>(
    method: string,
    path: string,
    sent?: unknown,
    token?: string,
  ): Promise<Body> {
    const { status = 0, body } = await this.ask<Body>(method, `/api/v1${path}`, sent, token);
    if (status >= 300 || status < 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }
}
