import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that went through, and how it was answered. */
export interface Recorded {
  readonly method: string;
  /** Below /api/v1, with its query. */
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/** Stands between a client and the service, and keeps what they say. */
export class Recorder {
  private readonly kept: Recorded[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  static async start(target: string): Promise<Recorder> {
    const server = createServer();
    const recorder = new Recorder(server, target);
    server.on('request', (request, response) => void recorder.pass(request, response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** All since it was last asked. */
  taken(): Recorded[] {
    return this.kept.splice(0);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const onward = send(this.target + url, { method, headers }, (answered) => {
      void text(answered).then((answer) => {
        const { statusCode: status = 0 } = answered;
        this.kept.push({ method, path: url.replace('/api/v1', ''), body, status, answer });
        response.writeHead(status, answered.headers).end(answer);
      });
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  }
}
