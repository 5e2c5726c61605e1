import type { Server } from 'node:http';
import { HealthProbes, notReady, READY } from '@app/common';
import { createHealthServer, listen } from './health-server';

describe('the health port of a worker', () => {
  let queue = notReady('it does not answer');
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createHealthServer(new HealthProbes({ needed: { queue: async () => queue } }));
    url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  });
  afterAll(() => server.close());

  const ask = async (path: string) => {
    const answer = await fetch(url + path);
    return [answer.status, await answer.json()];
  };

  it('answers the probes in the shape of the API', async () => {
    expect(await ask('/livez')).toEqual([200, { status: 'alive' }]);
    const report = { status: 'not ready', parts: { queue } };
    expect(await ask('/readyz')).toEqual([503, report]);
    expect(await ask('/startupz')).toEqual([503, report]);
    queue = READY;
    expect(await ask('/readyz?verbose')).toEqual([200, { status: 'ready', parts: { queue } }]);
    expect(await ask('/startupz')).toEqual([200, { status: 'started' }]);
  });

  it('names its paths to whoever asks for another', async () => {
    expect(await ask('/')).toEqual([404, expect.objectContaining({ message: expect.stringContaining('/startupz') })]);
  });
});
