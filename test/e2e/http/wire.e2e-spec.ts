import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { rawRequest } from './support/raw-request';
import { startTinyApp, type TinyApp, TOKEN } from './support/tiny-app';

const AUTH = `Host: a\r\nAuthorization: Bearer ${TOKEN}\r\n`;

describe('on the wire', () => {
  let tiny: TinyApp;
  beforeAll(async () => {
    tiny = await startTinyApp();
  });
  afterAll(() => tiny.close());

  const errorOf = (text: string) => JSON.parse(text) as { code: number; errorType: string; message: string };

  it.each([
    [
      'a head of more than 256 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(270_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a URL of more than 256 KiB', `GET /${'x'.repeat(270_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    [
      'more lines than are read, of which the last could be the address that a proxy tells',
      `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(2_000)}X-Forwarded-For: 1.2.3.4\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['what is no HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a verb that nobody knows', 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'two lengths',
      `POST /api/v1/things HTTP/1.1\r\n${AUTH}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
      400,
      'BAD_REQUEST',
    ],
    [
      'a length and chunks',
      `POST /api/v1/things HTTP/1.1\r\n${AUTH}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'BAD_REQUEST',
    ],
  ])('refuses %s in the one error body', async (_, bytes, status, errorType) => {
    const answer = await rawRequest(tiny.port, bytes);
    expect(answer.status).toBe(status);
    expect(errorOf(answer.body)).toMatchObject({ code: status, errorType, requestId: answer.headers['x-request-id'] });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
  });

  it('closes CONNECT', async () => {
    expect((await rawRequest(tiny.port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).body).toBe('');
  });

  it('refuses a body that says that it is too large before it comes', async () => {
    const head = `PUT /api/v1/things/echo HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`;
    const answer = await rawRequest(tiny.port, head);
    expect([answer.status, errorOf(answer.body).errorType]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('refuses a body without a length as soon as it is too large', async () => {
    const chunk = `${(8192).toString(16)}\r\n${'x'.repeat(8192)}\r\n`;
    const head = `PUT /api/v1/things/echo HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    // The end of the chunks never comes.
    const answer = await rawRequest(tiny.port, head + chunk.repeat(3));
    expect([answer.status, errorOf(answer.body).errorType]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('asks for the token before it looks at the size', async () => {
    const head =
      'PUT /api/v1/things/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n';
    expect((await rawRequest(tiny.port, head)).status).toBe(401);
  });

  it('ends a head that does not come within 10 s with 408, and others are not harmed', async () => {
    const slow = rawRequest(tiny.port, 'GET /api/v1/things/open HTTP/1.1\r\nHost: a\r\n');
    expect((await fetch(`http://127.0.0.1:${tiny.port}/api/v1/things/open`)).status).toBe(200);
    const answer = await slow;
    expect([answer.status, errorOf(answer.body).errorType]).toEqual([408, 'REQUEST_TIMEOUT']);
  });

  it('keeps 1,000 heads open and drops the oldest one for the next', async () => {
    const open = async (): Promise<Socket> => {
      const socket = connect(tiny.port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET /');
      return socket;
    };
    const sockets: Socket[] = [];
    for (let at = 0; at < 1000; at += 1) sockets.push(await open());
    const [oldest, second] = sockets;
    const closed = once(oldest!, 'close');
    sockets.push(await open());
    await closed;
    expect(second!.destroyed).toBe(false);
    expect((await fetch(`http://127.0.0.1:${tiny.port}/api/v1/things/open`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
