import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer on its way. */
export interface Passing {
  status: number;
  /** As Node gives raw headers: name, value, name, value. */
  headers: string[];
  body: string;
}

/** Passes requests on to a service, and changes the answer to those whose request id is named: a build that answers differently. */
export class ChangingProxy {
  private constructor(private readonly server: Server) {}

  static async start(
    target: string,
    changes: Readonly<Record<string, (answer: Passing) => void>>,
  ): Promise<ChangingProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer((asked, reply) => {
      const { method, url: path, headers } = asked;
      const onward = request({ hostname, port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          const passing: Passing = { status: answer.statusCode ?? 0, headers: [...answer.rawHeaders], body };
          changes[String(headers['x-request-id'])]?.(passing);
          const length = passing.headers.findIndex((name) => name.toLowerCase() === 'content-length');
          if (length >= 0) passing.headers[length + 1] = String(Buffer.byteLength(passing.body));
          reply.sendDate = false;
          reply.writeHead(passing.status, passing.headers).end(passing.body);
        });
      });
      asked.pipe(onward);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ChangingProxy(server);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
