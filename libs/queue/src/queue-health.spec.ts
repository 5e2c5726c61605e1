import { createServer, type AddressInfo, type Server } from 'node:net';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';
import { QueueHealth } from './queue-health';

describe('the health of a queue on Redis', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  const serverThatSays = async (answer: string): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(answer));
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return (server.address() as AddressInfo).port;
  };

  /** Answers INFO as a server does that has these lines; all else is fine with it. */
  const serverWith = async (lines: string): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        for (const [, command] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
          socket.write(command === 'info' ? `$${lines.length}\r\n${lines}\r\n` : '+OK\r\n');
      });
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return (server.address() as AddressInfo).port;
  };

  const stateAt = (redisUrl: string) => {
    const settings = { redisUrl, workerConcurrency: 1 };
    return new QueueHealth(settings, new JobProducer(settings), new JobRegistry()).check();
  };

  it.each([
    ['maxmemory_policy:noeviction\r\ncluster_enabled:0', { ready: true }],
    [
      'maxmemory_policy:allkeys-lru\r\ncluster_enabled:0',
      { ready: false, critical: true, reason: expect.stringMatching(/allkeys-lru/) },
    ],
    [
      'maxmemory_policy:noeviction\r\ncluster_enabled:1',
      { ready: false, critical: true, reason: expect.stringMatching(/Redis Cluster.*CROSSSLOT.*redis-cluster:\/\//) },
    ],
  ])('by what the server says of itself: %j', async (lines, state) => {
    expect(await stateAt(`redis://127.0.0.1:${await serverWith(lines)}`)).toEqual(state);
  });

  it('names the kind of the fault, since none of them is mended by waiting, but no host', async () => {
    const refusing = await serverThatSays('-WRONGPASS invalid username-password pair or user is disabled.\r\n');
    expect(await stateAt(`redis://:secret@127.0.0.1:${refusing}`)).toEqual({
      ready: false,
      reason: 'it does not answer (WRONGPASS)',
    });
    const withoutTls = await serverThatSays('-ERR Protocol error\r\n');
    expect(await stateAt(`rediss://127.0.0.1:${withoutTls}`)).toEqual({
      ready: false,
      reason: expect.stringMatching(/^it does not answer \((EPROTO|ERR_SSL_[A-Z_]+)\)$/),
    });
    expect(await stateAt('redis://127.0.0.1:1')).toEqual({
      ready: false,
      reason: 'it does not answer (ECONNREFUSED)',
    });
  });

  it.each([
    ['redis-sentinel://127.0.0.1:1/primary', 'none of its Sentinels answers'],
    ['redis-cluster://127.0.0.1:1,127.0.0.1:2', 'none of its nodes answers'],
  ])('says which of several servers are asked: %s', async (url, reason) => {
    expect(await stateAt(url)).toEqual({ ready: false, reason });
  });
});
