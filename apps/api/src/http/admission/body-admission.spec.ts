import { AppError, ERROR_TRAITS } from '@app/common';
import { fastify, type FastifyInstance } from 'fastify';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { BodyAdmission } from './body-admission';
import { BodyBudget, SMALL_BODY } from './body-budget';
import { BodyPace } from './body-pace';

const MIB = 1024 * 1024;
const KIB = 1024;
/** Never within a test. */
const LONG = 600_000;
/** The limit of the routes below. */
const BODY_LIMIT = 16 * MIB;

interface Options {
  readonly waitMs?: number;
  readonly tickMs?: number;
  readonly checkLarge?: () => void;
}

describe('BodyAdmission', () => {
  let app: FastifyInstance | undefined;
  let sockets: Socket[] = [];
  let finish: (() => void)[] = [];

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    finish.forEach((go) => go());
    [sockets, finish] = [[], []];
    await app?.close();
  });

  /** Room for 4 MiB, of which small bodies have 1 MiB for themselves; `/slow` answers when the test releases it. */
  async function listen({ waitMs = LONG, tickMs = LONG, checkLarge = () => {} }: Options = {}): Promise<void> {
    const server = fastify({ bodyLimit: BODY_LIMIT });
    app = server;
    server.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    server.setErrorHandler((error, _, reply) => {
      const { code, message, retryAfter } = error as AppError;
      void reply
        .header('retry-after', String(retryAfter))
        .headers((error as AppError).headers ?? {})
        .code(ERROR_TRAITS[code]?.status ?? 500)
        .send(message);
    });
    new BodyAdmission(checkLarge, new BodyBudget(4 * MIB, MIB, waitMs), new BodyPace(tickMs)).register(server);
    server.post('/', (request) => `took ${(request.body as Buffer).length}`);
    server.post('/slow', async (request) => {
      await new Promise<void>((go) => finish.push(go));
      return `took ${(request.body as Buffer).length}`;
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
  }

  /** Sends a head that announces a length (or that it comes in chunks) and so many bytes; the answer when the connection ends. */
  function send(
    bytes: number,
    announced: number | 'chunked' = bytes,
    path = '/',
    connection = 'close',
  ): Promise<string> & { socket: Socket } {
    const { port } = app!.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const length = announced === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Type: text/plain\r\n${length}\r\n\r\n`,
    );
    const body = Buffer.alloc(bytes, 'a');
    if (announced === 'chunked') {
      for (let at = 0; at < bytes; at += 64 * KIB) chunk(socket, body.subarray(at, at + 64 * KIB));
    } else socket.write(body);
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.setEncoding('latin1').on('data', (data: string) => (text += data));
      socket.on('error', () => resolve(text)).on('close', () => resolve(text));
    });
    return Object.assign(answer, { socket });
  }

  const chunk = (socket: Socket, bytes: Buffer): void => {
    socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    socket.write('\r\n');
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((wake) => setTimeout(wake, 5));
  };

  it('lets bodies in up to the budget, and the next one when one is done', async () => {
    await listen();
    const first = send(2 * MIB, 2 * MIB, '/slow');
    await until(() => finish.length === 1);
    const second = send(2 * MIB);
    let secondIsDone = false;
    void second.then(() => (secondIsDone = true));
    // Large bodies leave 1 MiB to small ones, which do not wait behind them.
    expect(await send(SMALL_BODY)).toContain(`took ${SMALL_BODY}`);
    expect(secondIsDone).toBe(false);
    finish.splice(0).forEach((go) => go());
    expect(await first).toContain(`took ${2 * MIB}`);
    expect(await second).toContain(`took ${2 * MIB}`);
  });

  it('answers 503 with Retry-After, and says what is short, where none gets done in time', async () => {
    await listen({ waitMs: 50 });
    void send(10, 3 * MIB);
    await until(() => sockets[0]!.bytesWritten > 0);
    const answer = await send(10, 2 * MIB);
    expect(answer).toContain('HTTP/1.1 503');
    expect(answer).toMatch(/retry-after: /);
    expect(answer).toContain('Too many request bodies are being received: ');
  });

  it('takes a body larger than the budget when nothing else is there', async () => {
    await listen();
    expect(await send(5 * MIB)).toContain(`took ${5 * MIB}`);
  });

  it('counts a body without a length as it comes', async () => {
    await listen({ waitMs: 50 });
    const whole = send(2 * MIB, 'chunked');
    whole.socket.write('0\r\n\r\n');
    expect(await whole).toContain(`took ${2 * MIB}`);
    void send(2 * MIB, 2 * MIB, '/slow');
    await until(() => finish.length === 1);
    const answer = await send(2 * MIB, 'chunked');
    expect(answer).toContain('HTTP/1.1 503');
  });

  it('counts what is worked on, also when the caller has gone', async () => {
    await listen({ waitMs: 50 });
    const { socket } = send(2 * MIB, 2 * MIB, '/slow');
    await until(() => finish.length === 1);
    socket.destroy();
    expect(await send(2 * MIB)).toContain('HTTP/1.1 503');
    finish.splice(0).forEach((go) => go());
    expect(await send(2 * MIB)).toContain(`took ${2 * MIB}`);
  });

  it('frees the place of who leaves before the body is there', async () => {
    await listen();
    const { socket } = send(10, 3 * MIB);
    const waiting = send(2 * MIB);
    socket.destroy();
    expect(await waiting).toContain(`took ${2 * MIB}`);
  });

  it('ends a body that stalls with 408, and none that comes fast enough', async () => {
    await listen({ tickMs: 20 });
    expect(await send(10, 2 * MIB)).toContain('HTTP/1.1 408');
    expect(await send(200 * KIB, 'chunked')).toContain('The body came too slowly');
    expect(await send(2 * MIB)).toContain(`took ${2 * MIB}`);
  });

  it('closes the connection of a body that was refused and does not end', async () => {
    await listen({ tickMs: 5 });
    const refused = send(65 * MIB, 'chunked');
    expect(await refused).not.toContain('took');
  });

  it('closes the connection of one that stalls when it was refused before it was read', async () => {
    await listen({ waitMs: 20, tickMs: 5 });
    const first = send(2 * MIB, 2 * MIB, '/slow');
    await until(() => finish.length > 0);
    expect(await send(10, 3 * MIB, '/', 'keep-alive')).toContain('HTTP/1.1 503');
    finish[0]!();
    await first;
  });

  it('does not call a body slow that is being worked on', async () => {
    await listen({ tickMs: 5 });
    const slow = send(2 * MIB, 2 * MIB, '/slow');
    await until(() => finish.length === 1);
    await new Promise((wake) => setTimeout(wake, 150));
    finish.splice(0).forEach((go) => go());
    expect(await slow).toContain(`took ${2 * MIB}`);
  });

  describe('a packed body', () => {
    const post = async (body: Buffer, encoding: string): Promise<{ status: number; text: string; accept: string }> => {
      const { port } = app!.server.address() as AddressInfo;
      const headers = { 'content-type': 'text/plain', 'content-encoding': encoding };
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: new Uint8Array(body) });
      const accept = answer.headers.get('accept-encoding') ?? '';
      return { status: answer.status, text: await answer.text(), accept };
    };
    const text = Buffer.alloc(2 * MIB, 'a');

    it.each([
      ['gzip', gzipSync(text)],
      ['X-GZIP', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
    ])('is unpacked: %s', async (encoding, body) => {
      await listen();
      expect(await post(body, encoding)).toMatchObject({ status: 200, text: `took ${2 * MIB}` });
    });

    it('counts by its unpacked bytes', async () => {
      await listen({ waitMs: 50 });
      void send(2 * MIB, 2 * MIB, '/slow');
      await until(() => finish.length === 1);
      expect(await post(gzipSync(text), 'gzip')).toMatchObject({ status: 503 });
    });

    it('is not unpacked beyond what the route takes', async () => {
      await listen();
      expect(await post(gzipSync(Buffer.alloc(BODY_LIMIT + MIB)), 'gzip')).toMatchObject({
        status: 500,
        text: expect.stringContaining('too large'),
      });
    });

    it('counts for nothing once it is refused', async () => {
      await listen({ waitMs: 50 });
      const bomb = gzipSync(Buffer.alloc(1.5 * BODY_LIMIT));
      // The rest of one would be unpacked while the next one is refused.
      for (let i = 0; i < 2; i++) expect(await post(bomb, 'gzip')).toMatchObject({ status: 500 });
      expect(await send(2 * MIB)).toContain(`took ${2 * MIB}`);
    });

    it('asks who may send what becomes large', async () => {
      await listen({
        checkLarge: () => {
          throw new AppError('FORBIDDEN', 'not you');
        },
      });
      expect(await post(gzipSync(text), 'gzip')).toMatchObject({ status: 403, text: 'not you' });
      expect(await post(gzipSync(text.subarray(0, MIB)), 'gzip')).toMatchObject({ status: 200 });
    });

    it.each([
      ['cut short', gzipSync(text).subarray(0, 100), /not valid gzip: unexpected end of file/],
      ['not packed at all', Buffer.from('{"name":"a"}'), /not valid gzip: incorrect header check/],
    ])('is refused where it is %s', async (_, body, message) => {
      await listen();
      const { status, text: told } = await post(body, 'gzip');
      expect(status).toBe(400);
      expect(told).toMatch(message);
    });

    it('is refused in an encoding that is not known, or in two', async () => {
      await listen();
      for (const encoding of ['zstd', 'gzip, gzip']) {
        const answer = await post(gzipSync(text), encoding);
        expect(answer).toMatchObject({ status: 415, accept: 'gzip, deflate, br' });
        expect(answer.text).toBe(`Content-Encoding ${encoding} is not taken; accepted: gzip, deflate, br, or none`);
      }
    });
  });

  it('asks who may send a large body, of any kind, before it is there', async () => {
    const checkLarge = () => {
      throw new AppError('FORBIDDEN', 'not you');
    };
    await listen({ checkLarge });
    expect(await send(SMALL_BODY)).toContain(`took ${SMALL_BODY}`);
    expect(await send(10, SMALL_BODY + 1)).toContain('not you');
    expect(await send(2 * MIB, 'chunked')).toContain('not you');
  });
});
