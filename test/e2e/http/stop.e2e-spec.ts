import { once } from 'node:events';
import { connect } from 'node:net';
import type { Logger } from 'pino';
import { GracefulStop } from '../../../apps/api/src/http/lifecycle/graceful-stop';
import { createLogger } from '@app/logging';
import { startTinyApp, type TinyApp } from './support/tiny-app';
import { gates, WaitingController } from './support/waiting.controller';

const silent: Logger = createLogger({ logLevel: 'fatal' }, 'api');

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

  it('is one stop, however often it is asked for', () => {
    const stop = new GracefulStop(tiny.app, silent);
    expect(stop.stop()).toBe(stop.stop());
  });
});
