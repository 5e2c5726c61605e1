import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment';
import { runCommand } from './run-command';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const SECRET = 'secret-token';

export const CONTRACT = {
  id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  name: 'c',
  fullyQualifiedName: 's.d.p.t.dataContract_c',
};

export function status(code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_asked, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** One answer after the other; the last one stays. */
export function inTurn(...list: readonly Answer[]): Answer {
  let at = 0;
  return (asked, response) => list[Math.min(at++, list.length - 1)]?.(asked, response);
}

/** A fake service with scripted answers that records its requests, and a way to call the program. */
export class FakeService {
  readonly authorization = `Bearer ${SECRET}`;
  asked: Asked[] = [];
  /** By method and path. */
  answers: Record<string, Answer> = {};
  folder = '';
  private readonly server: Server = createServer((request, response) => this.handle(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  reset(): void {
    this.folder = mkdtempSync(join(tmpdir(), 'cli-run-'));
    this.asked = [];
    this.answers = {
      [`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`]: status(200, CONTRACT),
      [`GET /dataContracts/${CONTRACT.id}`]: status(200, CONTRACT),
    };
  }

  cleanUp(): void {
    rmSync(this.folder, { recursive: true });
  }

  file(name: string, text: string): string {
    writeFileSync(join(this.folder, name), text);
    return join(this.folder, name);
  }

  /** Whatever a command does, it never shows the token. */
  async run(
    args: readonly string[],
    { stdin = '', url = this.url, token = SECRET, variables = {} as Readonly<Record<string, string>> } = {},
  ): Promise<Ran> {
    const out: string[] = [];
    const err: string[] = [];
    const own = { XDG_CONFIG_HOME: this.folder, METADATA_CATALOG_URL: url, METADATA_CATALOG_TOKEN: token };
    const readStdin = (): Promise<Buffer> => Promise.resolve(Buffer.from(stdin));
    const code = await runCommand(args, {
      environment: readEnvironment({ ...own, ...variables }),
      ...{ readStdin, readSecret: readStdin },
      write: (text) => Promise.resolve(void out.push(Buffer.from(text as string).toString())),
      progress: (line) => void err.push(line),
      colours: false,
      version: '9.9.9',
    });
    const ran = { code, out: out.join(''), err: err.join('\n') };
    expect(ran.out + ran.err).not.toContain(SECRET);
    return ran;
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
      this.asked.push(asked);
      const [path] = url.replace('/api/v1', '').split('?');
      const unknown = status(404, { code: 404, message: 'nothing here', requestId: 'r1' });
      (this.answers[`${method} ${path}`] ?? unknown)(asked, response);
    });
  }
}
