import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import Redis from 'ioredis';
import { optionsOfServer } from './redis-client';

const TRAITS = { enableOfflineQueue: true, maxRetriesPerRequest: null, connectTimeout: 2_000, retryStrategy: () => 10 };

/** Part of a Sentinel and of the primary that it names, on one port. */
class FakeSentinel extends EventEmitter<{ subscribed: [] }> {
  readonly primaries = new Set<Socket>();
  readonly subscribers = new Set<Socket>();
  /** Resolves before the name of the primary is answered. */
  beforeNaming: () => Promise<void> = async () => undefined;
  private readonly server: Server = createServer((socket) => this.serve(socket));

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.port;
  }

  close(): void {
    for (const socket of [...this.primaries, ...this.subscribers]) socket.destroy();
    this.server.close();
  }

  announceSwitch(): void {
    const message = reply(['message', '+switch-master', 'catalog']);
    for (const socket of this.subscribers) socket.write(message);
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private serve(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.on('close', () => [this.primaries, this.subscribers].forEach((of) => of.delete(socket)));
    socket.on('data', (data) => void this.answer(socket, commandsOf(String(data))));
  }

  private async answer(socket: Socket, commands: readonly string[][]): Promise<void> {
    for (const [name = '', ...words] of commands) {
      if (name === 'sentinel' && words[0] === 'get-master-addr-by-name') {
        await this.beforeNaming();
        socket.write(reply(['127.0.0.1', String(this.port)]));
      } else if (name === 'sentinel') socket.write('*0\r\n');
      else if (name === 'subscribe') {
        this.subscribers.add(socket);
        this.emit('subscribed');
        socket.write(`*3\r\n${bulk('subscribe')}${bulk(words[0]!)}:1\r\n`);
      } else if (name === 'info') {
        this.primaries.add(socket);
        socket.write(bulk('role:master\r\n'));
      } else socket.write('+OK\r\n');
    }
  }
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const reply = (texts: readonly string[]): string => `*${texts.length}\r\n${texts.map(bulk).join('')}`;

/** Commands that came together, each whole: what is sent here is short. */
function commandsOf(data: string): string[][] {
  const lines = data.split('\r\n');
  const commands: string[][] = [];
  for (let at = 0; at < lines.length && lines[at]!.startsWith('*');) {
    const count = Number(lines[at]!.slice(1));
    const words = Array.from({ length: count }, (_, n) => lines[at + 2 * (n + 1)]!);
    commands.push([words[0]!.toLowerCase(), ...words.slice(1)]);
    at += 1 + 2 * count;
  }
  return commands;
}

describe('a client of Sentinels', () => {
  const sentinel = new FakeSentinel();
  let client: Redis;
  beforeAll(async () => {
    const redisUrl = `redis-sentinel://127.0.0.1:${await sentinel.listen()}/catalog/0`;
    client = new Redis(optionsOfServer({ redisUrl }, TRAITS));
    client.on('error', () => undefined);
    await once(client, 'ready');
  });
  afterAll(() => {
    client.disconnect();
    sentinel.close();
  });

  const subscribed = async (): Promise<void> => {
    if (sentinel.subscribers.size === 0) await once(sentinel, 'subscribed');
  };

  it('reconnects where the primary is switched while it asks for the new one', async () => {
    await subscribed();
    const next = Promise.race((['ready', 'end'] as const).map((state) => once(client, state).then(() => state)));
    let isAsked = false;
    sentinel.beforeNaming = async () => {
      if (isAsked) return;
      isAsked = true;
      sentinel.announceSwitch();
      // The message goes ahead of the answer, on another connection.
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    for (const socket of sentinel.primaries) socket.destroy();
    expect(await next).toBe('ready');
    expect(isAsked).toBe(true);
  });

  it('leaves a connection that is open when the primary is switched', async () => {
    await subscribed();
    const ready = once(client, 'ready');
    sentinel.announceSwitch();
    await ready;
    expect(client.status).toBe('ready');
  });
});
