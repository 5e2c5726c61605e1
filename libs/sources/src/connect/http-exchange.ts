import { Agent, type IncomingHttpHeaders, request, type RequestOptions } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { SessionContext } from '../engine';
import { SourceError } from '../reason';
import { noAnswer } from './network-errors';

/** A server that is spoken to by HTTP. */
export interface HttpTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

export interface HttpQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, from the name to the end of the answer. */
  readonly seconds: number;
  /** Most bytes of the answer. */
  readonly bytes: number;
}

/** Answer of whatever status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const MS = 1_000;

/** Exchanges with one server, over pooled connections. Redirections are not followed. */
export class HttpExchange {
  private readonly agent: Agent;

  constructor(
    private readonly target: HttpTarget,
    { networks }: SessionContext,
  ) {
    networks.requireHost(target.host);
    // The address is judged, and the one that was judged is connected to.
    const options = { keepAlive: true, lookup: networks.lookupFor(target.host) };
    this.agent = target.tls ? new TlsAgent(options) : new Agent(options);
  }

  /** @throws {SourceError} `tooLarge`; otherwise as Node says it */
  ask({ method, path, headers, body, seconds, bytes }: HttpQuestion): Promise<HttpAnswer> {
    const { host, port, tls } = this.target;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options: RequestOptions = { host, port, method, path, headers: { ...headers, ...length }, agent: this.agent };
    return new Promise((resolve, reject) => {
      const asked = (tls ? tlsRequest : request)(options, (answer) => {
        const chunks: Buffer[] = [];
        let taken = 0;
        answer.on('data', (chunk: Buffer) => {
          taken += chunk.length;
          if (taken > bytes)
            asked.destroy(new SourceError({ reason: 'tooLarge', message: `The answer has more than ${bytes} bytes` }));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
        });
      });
      const timer = setTimeout(() => asked.destroy(noAnswer()), seconds * MS);
      asked.on('close', () => clearTimeout(timer));
      asked.on('error', reject);
      asked.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
