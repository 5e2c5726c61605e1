import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { JobProducer, JobRegistry, migrateQueue, QueueHealth, WorkerHost } from '@app/queue';
import type { JobContext, JobType } from '@app/queue';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import type { TestDatabase } from '../../support/embedded-database';

jest.setTimeout(60_000);

const NUMBERS: JobType<number> = {
  queue: 'numbers',
  name: 'number',
  parse: (payload) => {
    if (typeof payload !== 'number') throw new Error('must be a number');
    return payload;
  },
};

describe('the queue on PostgreSQL', () => {
  let database: TestDatabase;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  afterAll(() => database.drop());

  const settings = () => ({ databaseUrl: database.url, workerConcurrency: 1 });
  const producer = () => {
    const made = new JobProducer(settings());
    stops.push(() => made.onApplicationShutdown());
    return made;
  };
  const serve = (job: JobType<number>, handle: (payload: number, context: JobContext) => Promise<void>) => {
    const registry = new JobRegistry();
    registry.handle(job, { handle });
    const host = new WorkerHost(settings(), registry);
    stops.push(() => host.stop(1_000));
    return host;
  };

  it('runs a job once, drops a second one of its id, and takes the urgent before the batch', async () => {
    const numbers = producer();
    for (let n = 0; n < 5; n++) await numbers.send(NUMBERS, n, { id: `batch-${n}`, lane: 'batch' });
    await numbers.send(NUMBERS, 0, { id: 'batch-0', lane: 'batch' });
    await numbers.send(NUMBERS, 100, { id: 'urgent', lane: 'urgent' });
    const seen: number[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const host = serve(NUMBERS, async (payload) => {
      seen.push(payload);
      if (seen.length === 6) end();
    });
    expect(seen).toEqual([]);
    host.start();
    await ended;
    expect(seen).toEqual([100, 0, 1, 2, 3, 4]);
  });

  it('takes many at once, without those that are there', async () => {
    const bulk: JobType<number> = { ...NUMBERS, queue: 'bulk' };
    const numbers = producer();
    const jobs = Array.from({ length: 300 }, (_, n) => ({ payload: n, id: `b-${n}`, lane: 'batch' as const }));
    await numbers.sendAll(bulk, jobs);
    await numbers.sendAll(bulk, jobs);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(`select count(*)::int as n from bullmq.job where queue = 'bulk'`);
    await client.end();
    expect(rows).toEqual([{ n: 300 }]);
  });

  it('does not run an unknown job, nor one whose payload is none, and goes on', async () => {
    const odd: JobType<unknown> = { queue: 'odd', name: 'unknown', parse: (payload) => payload };
    const known: JobType<number> = { ...NUMBERS, queue: 'odd' };
    const numbers = producer();
    await numbers.send(odd, 1, { id: 'unknown', lane: 'urgent' });
    await numbers.send<unknown>(known, 'text', { id: 'no-number', lane: 'urgent' });
    await numbers.send(known, 7, { id: 'good', lane: 'urgent' });
    const seen: number[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    serve(known, async (payload) => {
      seen.push(payload);
      end();
    }).start();
    await ended;
    expect(seen).toEqual([7]);
  });

  it('is ready, or says in words that name no host why it is not', async () => {
    const health = (url: string, redisUrl?: string) => {
      const at = { databaseUrl: url, workerConcurrency: 1, ...(redisUrl && { redisUrl }) };
      const sender = new JobProducer(at);
      stops.push(() => sender.onApplicationShutdown());
      return new QueueHealth(at, sender, new JobRegistry()).check();
    };
    expect(await health(database.url)).toEqual({ ready: true });
    const gone = new URL(database.url);
    gone.pathname = '/no_such_database';
    expect(await health(gone.href)).toEqual({
      ready: false,
      reason: 'queue: it does not answer, or its tables are missing',
    });
    expect(await health(database.url, 'redis://127.0.0.1:1')).toEqual({
      ready: false,
      reason: 'queue: it does not answer',
    });
  });

  it('tells of a Redis that evicts', async () => {
    const redis = await evictingRedis();
    stops.push(redis.close);
    const at = { redisUrl: redis.url, workerConcurrency: 1 };
    const sender = new JobProducer(at);
    stops.push(() => sender.onApplicationShutdown());
    expect(await new QueueHealth(at, sender, new JobRegistry()).check()).toEqual({
      ready: false,
      reason: 'queue: its eviction policy is allkeys-lru, but must be noeviction',
    });
  });

  it('migrates once, however many do it at the same time', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('drop schema bullmq cascade');
    await Promise.all(Array.from({ length: 4 }, () => migrateQueue(settings())));
    const { rows } = await client.query(`select count(*)::int > 0 as "isThere" from bullmq.migration`);
    await client.end();
    expect(rows).toEqual([{ isThere: true }]);
  });
});

/** Speaks as much of Redis' protocol as a client asks before and for INFO. */
async function evictingRedis(): Promise<{ url: string; close: () => Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const info = 'maxmemory_policy:allkeys-lru\r\nredis_version:7.0.0\r\n';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const command of data.toString().split(/(?=\*\d)/)) {
        socket.write(/info/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    sockets.forEach((socket) => socket.destroy());
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
