import { once } from 'node:events';
import { connect } from 'node:net';
import { rawRequest } from './support/raw-request';
import { startTinyApp, type TinyApp, TOKEN } from './support/tiny-app';
import { TinyController } from './support/tiny.controller';
import { gates, WaitingController } from './support/waiting.controller';

const AUTH = `Host: a\r\nAuthorization: Bearer ${TOKEN}\r\n`;
const WORK = 'GET /api/v1/waiting/work HTTP/1.1\r\nHost: a\r\n\r\n';
const named = (name: string, more = '') => `GET /api/v1/things/name/${name} HTTP/1.1\r\n${AUTH}${more}\r\n`;
const echo = (text: string, more = '') =>
  `PUT /api/v1/things/echo HTTP/1.1\r\n${AUTH}${more}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

describe('requests sent ahead on one connection', () => {
  let tiny: TinyApp;
  beforeAll(async () => {
    tiny = await startTinyApp({}, [TinyController, WaitingController]);
  });
  afterAll(() => tiny.close());

  /** All that comes back until the server ends the connection. */
  const answers = async (bytes: string): Promise<string[]> => {
    const { status, body } = await rawRequest(tiny.port, bytes);
    return `HTTP/1.1 ${status}\r\n\r\n${body}`.split(/(?=HTTP\/1\.1 \d)/);
  };
  const statusOf = (text: string) => text.split(' ')[1]!.slice(0, 3);

  it('are answered in order, bodies and refusals among them', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `n${at}`);
    const text = JSON.stringify('x'.repeat(8_000));
    const sent =
      names.map((name) => named(name)).join('') +
      echo(text) +
      named('a', 'Expect: 100-continue\r\n') +
      `GET /${'%'.repeat(3)} HTTP/1.1\r\nHost: a\r\n\r\n` +
      echo('"last"', 'Connection: close\r\n');
    const got = (await answers(sent)).filter((answer) => statusOf(answer) !== '100');
    expect(got.slice(0, 150).map((answer) => /"fqn":"(\w+)"/.exec(answer)?.[1])).toEqual(names);
    expect(got.slice(150).map(statusOf)).toEqual(['200', '200', '400', '200']);
    expect(got[150]).toContain('xxxxxxxx');
    expect(got[153]).toContain('"last"');
  });

  it('are not begun before the answer ahead of them is out', async () => {
    let arrived = 0;
    let open: () => void = () => undefined;
    gates.open = new Promise((go) => (open = go));
    const first = new Promise<void>((go) => (gates.arrived = () => ((arrived += 1), go())));
    const socket = connect(tiny.port, '127.0.0.1', () => socket.write(WORK.repeat(20)));
    await first;
    // What was read at once has been parsed by the time another request is answered.
    expect((await fetch(`http://127.0.0.1:${tiny.port}/api/v1/waiting/quick`)).status).toBe(200);
    expect(arrived).toBe(1);
    open();
    let text = '';
    for await (const chunk of socket) if ((text += String(chunk)).split('"done":true').length > 20) break;
    expect(arrived).toBe(20);
    socket.destroy();
  });

  it('end the connection where more than 256 wait', async () => {
    gates.arrived = () => undefined;
    gates.open = new Promise(() => undefined);
    const socket = connect(tiny.port, '127.0.0.1', () => socket.write(WORK.repeat(300)));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect((await fetch(`http://127.0.0.1:${tiny.port}/api/v1/waiting/quick`)).status).toBe(200);
  });
});
