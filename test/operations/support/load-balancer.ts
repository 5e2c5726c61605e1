import { once } from 'node:events';
import { Agent, createServer, get, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../../support/eventually';

/** As docs/operations.md asks for: two failed checks take less time than STOP_DELAY_MS. */
const CHECK_EVERY_MS = 250;
const FAILED_CHECKS = 2;
/** On a busy machine. */
const READY_MS = 60_000;

class Backend {
  readonly agent = new Agent({ keepAlive: true });
  failedChecks = FAILED_CHECKS;
  answered = 0;
  /** Answers that asked for the end of their connection, as those of an API that stops do. */
  lastAnswers = 0;

  constructor(readonly port: number) {}

  get isReady(): boolean {
    return this.failedChecks < FAILED_CHECKS;
  }

  async check(): Promise<void> {
    const isReady = await new Promise((resolve) => {
      const asked = get({ host: '127.0.0.1', port: this.port, path: '/readyz', agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      });
      asked.on('error', () => resolve(false));
    });
    this.failedChecks = isReady ? 0 : this.failedChecks + 1;
  }
}

/**
 * Hands requests to several APIs in turn, over connections that are kept, with the settings that docs/operations.md asks for: an API that is
 * not ready is skipped, and a request whose connection could not be opened is sent to the next one. A request that an API may have taken
 * is never sent again: the caller is answered 502.
 */
export class LoadBalancer {
  private readonly backends: readonly Backend[];
  private readonly server: Server;
  private readonly checks: NodeJS.Timeout;
  private turn = 0;

  private constructor(ports: readonly number[]) {
    this.backends = ports.map((port) => new Backend(port));
    // It keeps its callers' connections for good, so that none is closed in front of a request.
    this.server = createServer({ keepAliveTimeout: 0 }, (asked, answer) => void this.serve(asked, answer));
    this.checks = setInterval(() => this.backends.forEach((backend) => void backend.check()), CHECK_EVERY_MS);
  }

  static async start(ports: readonly number[]): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(ports);
    await once(balancer.server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves once each API has answered another request. */
  async isServedByAll(): Promise<void> {
    const before = this.backends.map(({ answered }) => answered);
    const counts = async () => this.backends.map(({ answered }) => answered);
    await eventually(counts, (now) => now.every((count, i) => count > before[i]!), READY_MS);
  }

  /** Of each API, how many requests it answered while it stopped. */
  lastAnswers(): number[] {
    return this.backends.map(({ lastAnswers }) => lastAnswers);
  }

  close(): void {
    clearInterval(this.checks);
    this.server.close();
    this.server.closeAllConnections();
    for (const { agent } of this.backends) agent.destroy();
  }

  private async serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const first = this.turn++;
    for (let n = 0; n < this.backends.length; n++) {
      const backend = this.backends[(first + n) % this.backends.length]!;
      if (!backend.isReady) continue;
      try {
        return await pass(backend, asked, body, answer);
      } catch (error) {
        const { syscall, message } = error as NodeJS.ErrnoException;
        if (syscall !== 'connect') return void answer.writeHead(502).end(message);
      }
    }
    answer.writeHead(503).end('No API is ready');
  }
}

async function pass(backend: Backend, asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<void> {
  const { method, url: path, headers } = asked;
  const sent = request({ host: '127.0.0.1', port: backend.port, method, path, headers, agent: backend.agent });
  sent.end(body);
  const [got] = (await once(sent, 'response')) as [IncomingMessage];
  const content = await buffer(got);
  backend.answered++;
  if (got.headers.connection === 'close') backend.lastAnswers++;
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = got.headers;
  answer.writeHead(got.statusCode ?? 502, kept).end(content);
}
