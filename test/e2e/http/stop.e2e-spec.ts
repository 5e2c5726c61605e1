import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { GracefulStop } from '../../../apps/api/src/http/lifecycle/graceful-stop';
import { createLogger } from '@app/logging';
import { startTinyApp, type TinyApp } from './support/tiny-app';
import { gates, WaitingController } from './support/waiting.controller';

const silent: Logger = createLogger({ logLevel: 'fatal' }, 'api');

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  /** Whether it came on a connection that had been used before. */
  readonly isReused: boolean;
}

async function ask(agent: Agent, url: string): Promise<Answer> {
  const request = get(url, { agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection, isReused: request.reusedSocket };
}

describe('a stop', () => {
  let tiny: TinyApp;
  beforeEach(async () => {
    tiny = await startTinyApp({}, [WaitingController]);
  });
  afterEach(() => tiny.close());

  const url = (path: string) => `http://127.0.0.1:${tiny.port}/api/v1/waiting/${path}`;
  const arrival = () => new Promise<void>((resolve) => (gates.arrived = resolve));

  it('finishes what is in work, answers waits at once, closes idle connections, takes no new ones', async () => {
    let open = (): void => undefined;
    gates.open = new Promise((resolve) => (open = resolve));
    let arrived = arrival();
    const work = fetch(url('work'));
    await arrived;
    arrived = arrival();
    const wait = fetch(url('wait'));
    await arrived;
    const idle = connect(tiny.port, '127.0.0.1');
    idle.write('GET /api/v1/waiting/quick HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    const idleClosed = once(idle, 'close');

    const stopped = new GracefulStop(tiny.app, silent).stop();
    expect(await (await wait).json()).toEqual({ ended: true });
    await idleClosed;
    const late = connect(tiny.port, '127.0.0.1');
    const [refusal] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(refusal.code).toBe('ECONNREFUSED');
    open();
    const answer = await work;
    expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
    await stopped;
  });

  it('serves what comes on open connections, and tells each that it was the last request', async () => {
    let open = (): void => undefined;
    gates.open = new Promise((resolve) => (open = resolve));
    const arrived = arrival();
    const agent = new Agent({ keepAlive: true });
    const work = ask(agent, url('work'));
    await arrived;
    const before = await ask(agent, url('quick'));
    expect([before.status, before.connection]).toEqual([200, 'keep-alive']);

    const stopped = new GracefulStop(tiny.app, silent).stop();
    const last = await ask(agent, url('quick'));
    expect([last.status, last.connection, last.isReused]).toEqual([200, 'close', true]);
    open();
    expect(await work).toMatchObject({ status: 200, connection: 'close' });
    await stopped;
    agent.destroy();
  });

  it('serves what arrived while the process got no processor', async () => {
    const kept = connect(tiny.port, '127.0.0.1');
    const send = () => kept.write('GET /api/v1/waiting/quick HTTP/1.1\r\nHost: a\r\n\r\n');
    send();
    await once(kept, 'data');
    const stopped = new GracefulStop(tiny.app, silent).stop();
    // After an immediate come the timers, and only then what arrived.
    await nextTurn();
    send();
    const until = performance.now() + 1_000;
    while (performance.now() < until);
    const [answer] = (await once(kept, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close/i);
    await stopped;
  });

  it('is one stop, however often it is asked for', () => {
    const stop = new GracefulStop(tiny.app, silent);
    expect(stop.stop()).toBe(stop.stop());
  });
});
