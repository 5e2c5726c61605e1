import { Connection, type Answer } from './connection';

export interface TimedAnswer extends Answer {
  readonly ms: number;
}

/** A connection on which one thing is asked after the other, each with a promise. */
export class Asker {
  private connection!: Connection;
  private heard: (answer: Answer) => void = () => undefined;
  private failed: (error: Error) => void = (error) => (this.broken = error);
  private broken: Error | undefined;

  private constructor() {}

  static async open(port: number): Promise<Asker> {
    const asker = new Asker();
    asker.connection = await Connection.open(
      port,
      (answer) => asker.heard(answer),
      (error) => asker.failed(error),
    );
    return asker;
  }

  async ask(request: Buffer): Promise<TimedAnswer> {
    if (this.broken) throw this.broken;
    const start = performance.now();
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.heard = resolve;
      this.failed = (error) => {
        this.broken = error;
        reject(error);
      };
      this.connection.ask(request);
    });
    return { ...answer, ms: performance.now() - start };
  }

  close(): void {
    this.connection.close();
  }
}

/** The bytes of a request; a body needs its type. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: { readonly type: string; readonly text: string },
): Buffer {
  const more: Record<string, string> = body
    ? { 'Content-Type': body.type, 'Content-Length': String(Buffer.byteLength(body.text)) }
    : method === 'GET'
      ? {}
      : { 'Content-Length': '0' };
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...more }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body?.text ?? ''}`);
}

/** Makes requests of the product's API for whoever has the token. @param path below /api/v1 */
export function apiRequests(token: string): (asked: ApiRequest) => Buffer {
  const headers = { Authorization: `Bearer ${token}` };
  return ({ method, path, body, type = 'application/json' }) =>
    requestBytes(
      method,
      `/api/v1/${path}`,
      headers,
      body === undefined ? undefined : { type, text: JSON.stringify(body) },
    );
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Of the body; JSON where it is not named. */
  readonly type?: string;
}
