import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UnreadAnswers } from './unread-answers';

const MIB = 1024 * 1024;
/** More than the system takes for a reader who reads nothing. */
const LARGE = 24 * MIB;
const TICK_MS = 20;

describe('UnreadAnswers', () => {
  let server: Server;
  let sockets: Socket[] = [];
  let answered: ((port: number | undefined) => void)[] = [];

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    [sockets, answered] = [[], []];
    server.close();
    server.closeAllConnections();
  });

  async function listen(budget: number, bytes = LARGE): Promise<void> {
    const unread = new UnreadAnswers(budget, TICK_MS);
    const body = Buffer.alloc(bytes);
    server = createServer(({ socket }, response) => {
      unread.watch(response, body);
      response.end(body);
      answered.shift()?.(socket.remotePort);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }

  /** Asks and reads nothing, once the answer is given; a write shows whether its connection was ended. */
  async function stall(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    const given = new Promise((go) => answered.push(go));
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await given;
    return socket;
  }
  const connections = async (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await delay(TICK_MS);
  };
  const length = async (socket: Socket): Promise<number> => {
    let bytes = 0;
    for await (const chunk of socket) if ((bytes += (chunk as Buffer).length) > LARGE) break;
    return bytes;
  };

  it('ends the oldest of those that are not read, down to the budget', async () => {
    await listen(2 * LARGE);
    const [first, second, third] = [await stall(), await stall(), await stall()];
    await until(async () => (await connections()) === 2);
    expect(await length(first).catch(() => 0)).toBeLessThan(LARGE);
    expect(await length(second)).toBeGreaterThan(LARGE);
    expect(await length(third)).toBeGreaterThan(LARGE);
  });

  it('does not end who reads slowly over the least, within the budget, however long it takes', async () => {
    await listen(2 * LARGE);
    const socket = await stall();
    // Of a tick's 16 KiB the system took enough at first for many ticks.
    await delay(30 * TICK_MS);
    expect(await length(socket)).toBeGreaterThan(LARGE);
  });

  it('ends a large answer of which less than 16 KiB a tick are taken, and no smaller one', async () => {
    const unread = new UnreadAnswers(LARGE, TICK_MS);
    const answer = (bytes: number) => {
      const socket = { _handle: { writeQueueSize: bytes }, destroy: jest.fn() };
      const response = { socket, once: (_: string, left: () => void) => (closed.push(left), response) };
      unread.watch(response as never, Buffer.alloc(bytes));
      return socket;
    };
    const closed: (() => void)[] = [];
    const [large, small, read] = [answer(MIB + 1), answer(MIB), answer(MIB + 1)];
    read._handle.writeQueueSize -= 256 * 1024;
    await until(async () => large.destroy.mock.calls.length > 0);
    expect([small.destroy.mock.calls.length, read.destroy.mock.calls.length]).toEqual([0, 0]);
    closed.forEach((leave) => leave());
  });
});
