import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { eventually } from '../../support/eventually';
import { metric } from '../../support/metric';

/** A port, and what its processes have logged, requests included. */
export interface WatchedPort {
  readonly baseUrl: string;
  log(): string;
}

export interface KeptAnswer {
  readonly status: number | undefined;
  /** Whether the server says that it was the last one on its connection. */
  readonly isLast: boolean;
  readonly text: string;
}

export interface KeptRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A connection that stays, and so is served by one process of the port. */
export class KeptConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private served = 0;

  private constructor(private readonly baseUrl: string) {}

  /** Of the process that serves it. */
  get pid(): number {
    return this.served;
  }

  static async open(port: WatchedPort): Promise<KeptConnection> {
    const connection = new KeptConnection(port.baseUrl);
    const id = randomUUID();
    await connection.ask('/api/v1/system/version', { headers: { 'x-request-id': id } });
    const line = (): string | undefined => linesOf(port.log()).find((each) => each.includes(id));
    const { pid } = JSON.parse(await eventually(async () => line() ?? '', Boolean)) as { pid: number };
    connection.served = pid;
    return connection;
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: KeptRequest = {}): Promise<KeptAnswer> {
    const sent = request(this.baseUrl + path, { agent: this.agent, method, headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
    return { status: answer.statusCode, isLast: answer.headers.connection === 'close', text };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Whole lines so far. */
export const linesOf = (output: string): string[] => output.split('\n').slice(0, -1);

/** Connections to both of two processes: each process in its turn gets one. */
export async function openToBoth(port: WatchedPort, count: number): Promise<Map<number, KeptConnection[]>> {
  const byPid = new Map<number, KeptConnection[]>();
  for (let at = 0; at < count; at++) {
    const connection = await KeptConnection.open(port);
    const others = byPid.get(connection.pid);
    if (others) others.push(connection);
    else byPid.set(connection.pid, [connection]);
  }
  return byPid;
}

/** Resolves when so many processes serve. */
export async function untilServing(port: WatchedPort, processes: number): Promise<void> {
  const serving = (): Promise<number> => metric(port.baseUrl, 'metadata_catalog_api_processes').catch(() => NaN);
  await eventually(serving, (count) => count === processes);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
