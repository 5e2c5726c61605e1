import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver had. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Told {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly entity: { readonly id: string; readonly fullyQualifiedName: string };
    readonly event?: { readonly id: number; readonly result?: { readonly timestamp: number } };
    readonly sla?: { readonly target: string; readonly dueAt: number };
    readonly notValidated?: { readonly days: number; readonly lastResultAt?: number; readonly since?: number };
    readonly notices?: readonly { readonly type: string }[];
  };
}

/** A real server that is told of events, and answers as a test wants. */
export class Receiver {
  readonly received: Received[] = [];
  /** What it answers with. */
  answer: (response: ServerResponse, request: Received) => void = (response) => void response.writeHead(204).end();
  private server: Server | undefined;
  private port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.up();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** On the port that it had before. */
  async up(): Promise<void> {
    this.server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString() };
        this.received.push(got);
        this.answer(response, got);
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    this.server = undefined;
  }

  /** The bodies of the messages, each id once, in the order in which they came first. */
  get told(): Told[] {
    const seen = new Set<unknown>();
    return this.received.flatMap(({ headers, body }) => {
      const id = headers['webhook-id'];
      if (id !== undefined && seen.has(id)) return [];
      seen.add(id);
      return [JSON.parse(body) as Told];
    });
  }
}
