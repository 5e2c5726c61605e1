import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  JobRegistry,
  migrateQueue,
  ParkedJobs,
  QueueControl,
  QueueHealth,
  WorkerHost,
  type JobContext,
  type JobType,
} from '@app/queue';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { register } from 'prom-client';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { producerOf, stopsAfterEach } from './stops';

const NUMBERS: JobType<number> = {
  queue: 'numbers',
  name: 'number',
  parse: (payload) => {
    if (typeof payload !== 'number') throw new Error('must be a number');
    return payload;
  },
};

interface Parked {
  readonly id: string;
  readonly payload?: unknown;
  readonly at: number;
}

/** What a handler was given. */
class Seen {
  readonly all: number[] = [];
  private readonly added = new EventEmitter();

  add(payload: number): void {
    this.all.push(payload);
    this.added.emit('payload');
  }

  async has(payload: number): Promise<void> {
    while (!this.all.includes(payload)) await once(this.added, 'payload');
  }
}

describe('the queue on PostgreSQL', () => {
  let database: TestDatabase;
  const stops = stopsAfterEach();

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const settings = () => ({ databaseUrl: database.url, workerConcurrency: 1 });
  const producer = () => producerOf(settings(), stops);
  const serve = (job: JobType<number>, handle: (payload: number, context: JobContext) => Promise<void>) => {
    const registry = new JobRegistry();
    registry.handle(job, { handle });
    const host = new WorkerHost(settings(), registry);
    stops.push(() => host.stop(1_000));
    return host;
  };

  const query = async <Row>(text: string): Promise<Row[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows as Row[];
  };
  /** What is parked, the oldest first. */
  const deadLetters = async (): Promise<Parked[]> => {
    const rows = await query<{ data: Parked }>(`select data from bullmq.job where queue = 'parked' order by seq`);
    return rows.map(({ data }) => data);
  };
  const emptyParked = () => query(`delete from bullmq.job where queue = 'parked'`);

  it('runs a job once, in the order sent, and drops a second one of its id', async () => {
    const numbers = producer();
    for (let n = 0; n < 5; n++) await numbers.send(NUMBERS, n, { id: `batch-${n}`, lane: 'batch' });
    await numbers.send(NUMBERS, 0, { id: 'batch-0', lane: 'batch' });
    const seen: number[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const host = serve(NUMBERS, async (payload) => {
      seen.push(payload);
      if (seen.length === 5) end();
    });
    expect(seen).toEqual([]);
    host.start();
    await ended;
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it('takes an urgent job while those of a batch have all the places that they may have', async () => {
    const numbers = producer();
    for (let n = 0; n < 3; n++) await numbers.send(NUMBERS, n, { id: `long-${n}`, lane: 'batch' });
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let finish!: () => void;
    const urgent = new Promise<void>((resolve) => (finish = resolve));
    const running = new Set<number>();
    const host = serve(NUMBERS, async (payload) => {
      if (payload === 100) return finish();
      running.add(payload);
      begin();
      await released;
    });
    host.start();
    await begun;
    await numbers.send(NUMBERS, 100, { id: 'urgent', lane: 'urgent' });
    await urgent;
    expect(running.size).toBe(1);
    release();
  });

  it('serves the lanes that it is told to', async () => {
    const numbers = producer();
    const lanes: JobType<number> = { ...NUMBERS, queue: 'lanes' };
    const registry = new JobRegistry();
    const seen: number[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    registry.handle(lanes, {
      handle: async (payload) => {
        seen.push(payload);
        if (payload === 2) end();
      },
    });
    const host = new WorkerHost({ ...settings(), workerQueues: ['urgent'] }, registry);
    stops.push(() => host.stop(1_000));
    await numbers.send(lanes, 1, { id: 'nobody-waits', lane: 'batch' });
    host.start();
    await numbers.send(lanes, 2, { id: 'someone-waits', lane: 'urgent' });
    await ended;
    expect(seen).toEqual([2]);
    const control = new QueueControl(numbers, registry);
    expect(await control.list()).toMatchObject([
      { name: 'lanes', lane: 'urgent', waiting: 0 },
      { name: 'lanes-batch', lane: 'batch', waiting: 1, active: 0 },
    ]);
  });

  it('hands nothing out while it is paused, and all of it afterwards', async () => {
    const numbers = producer();
    const paused: JobType<number> = { ...NUMBERS, queue: 'paused' };
    const registry = new JobRegistry();
    const seen: number[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    registry.handle(paused, {
      handle: async (payload) => {
        seen.push(payload);
        if (seen.length === 2) end();
      },
    });
    const control = new QueueControl(numbers, registry);
    expect(await control.pause('paused')).toEqual({
      name: 'paused',
      lane: 'urgent',
      paused: true,
      waiting: 0,
      active: 0,
    });
    await numbers.send(paused, 1, { id: 'p-1', lane: 'urgent' });
    await numbers.send(paused, 2, { id: 'p-2', lane: 'urgent' });
    const host = new WorkerHost(settings(), registry);
    stops.push(() => host.stop(1_000));
    host.start();
    expect((await control.list())[0]).toMatchObject({ paused: true, waiting: 2, active: 0 });
    expect(seen).toEqual([]);
    expect(await control.resume('paused')).toMatchObject({ paused: false });
    await ended;
    expect([...seen].sort()).toEqual([1, 2]);
    await expect(control.pause('none')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('paused, paused-batch'),
    });
  });

  it('shows the work that a wake-up is for, and one of it waits at a time', async () => {
    const wake: JobType<undefined> = { queue: 'woken', name: 'wake-numbers', parse: () => undefined };
    const job = { ...NUMBERS, queue: 'woken' };
    const numbers = producer();
    const registry = new JobRegistry();
    const lanes: string[] = [];
    registry.declare(wake, async (lane) => ({ waiting: lane === 'batch' ? 7 : 0, active: 2 }));
    registry.declare(job);
    const control = new QueueControl(numbers, registry);
    await control.pause('woken-batch');
    for (let n = 0; n < 3; n++) await numbers.wake(wake, 'batch');
    await numbers.send(job, 1, { id: 'one', lane: 'batch' });
    expect(await numbers.queue('woken-batch').getJobCounts('paused' as 'waiting')).toMatchObject({ paused: 2 });
    expect(await control.list()).toMatchObject([
      { name: 'woken', paused: false, waiting: 0, active: 2 },
      { name: 'woken-batch', paused: true, waiting: 8, active: 2 },
    ]);
    const seen = new Seen();
    registry.handle(wake, { handle: async (_, { lane }) => void lanes.push(lane) });
    registry.handle(job, { handle: async (payload) => seen.add(payload) });
    const host = new WorkerHost(settings(), registry);
    stops.push(() => host.stop(1_000));
    host.start();
    await control.resume('woken-batch');
    await seen.has(1);
    expect(lanes).toEqual(['batch']);
    expect((await control.list())[1]).toMatchObject({ waiting: 7, active: expect.any(Number) as number });
  });

  it('does not run an unknown job, nor one whose payload is none: it parks them, and goes on', async () => {
    const odd: JobType<unknown> = { queue: 'odd', name: 'unknown', parse: (payload) => payload };
    const known: JobType<number> = { ...NUMBERS, queue: 'odd' };
    const numbers = producer();
    const since = Date.now();
    await numbers.send(odd, { a: 1 }, { id: 'unknown', lane: 'batch' });
    await numbers.send<unknown>(known, 'text', { id: 'no-number', lane: 'batch' });
    await numbers.send(known, 7, { id: 'good', lane: 'batch' });
    const seen = new Seen();
    serve(known, async (payload) => seen.add(payload)).start();
    const parkedOf = () => register.getSingleMetricAsString('queue_jobs_parked_total');
    // As a rate sees it: an alert misses what a series begins with.
    for (const lane of ['odd', 'odd-batch']) expect(await parkedOf()).toContain(`{queue="${lane}"} `);
    await seen.has(7);
    const parked = await deadLetters();
    expect(parked).toEqual([
      {
        queue: 'odd-batch',
        name: 'unknown',
        id: 'unknown',
        payload: { a: 1 },
        reason: 'No handler for the job unknown of the queue odd-batch',
        at: expect.any(Number),
      },
      {
        queue: 'odd-batch',
        name: 'number',
        id: 'no-number',
        payload: 'text',
        reason: 'A job number with an invalid payload: must be a number',
        at: expect.any(Number),
      },
    ]);
    for (const { at } of parked) expect(at >= since && at <= Date.now()).toBe(true);
    // Their ids are free again.
    await numbers.send(known, 8, { id: 'no-number', lane: 'urgent' });
    await numbers.send(known, 9, { id: 'unknown', lane: 'urgent' });
    await seen.has(9);
    expect(seen.all).toEqual([7, 8, 9]);
    expect(await parkedOf()).toContain('{queue="odd-batch"} 2');
    expect(await parkedOf()).toContain('{queue="odd"} 0');
  });

  it('tells of the first job that fails since the database is away, and of every one that fails for itself', async () => {
    const told: string[] = [];
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation((line: string) => void told.push(line));
    stops.push(() => Promise.resolve(error.mockRestore()));
    const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    const failures = [away, new Error('a fault'), away, new Error('a fault')];
    const numbers = producer();
    for (const n of failures.keys()) await numbers.send(NUMBERS, n, { id: `failing-${n}`, lane: 'urgent' });
    await numbers.send(NUMBERS, 9, { id: 'after', lane: 'urgent' });
    const seen = new Seen();
    const handled = async (payload: number): Promise<void> => {
      seen.add(payload);
      if (failures[payload]) throw failures[payload];
    };
    serve(NUMBERS, handled).start();
    await seen.has(9);
    expect(told.map((line) => line.replace(/.*failed: /, ''))).toEqual([away.message, 'a fault', 'a fault']);
  });

  it('parks a payload once, however often it comes, and the newest thousand at most', async () => {
    const known: JobType<number> = { ...NUMBERS, queue: 'many' };
    const numbers = producer();
    await emptyParked();
    const old = Array.from({ length: 1_000 }, (_, n) => ({ name: 'old', data: { id: `old-${n}` } }));
    await numbers.queue('parked').addBulk(old);
    const seen = new Seen();
    serve(known, async (payload) => seen.add(payload)).start();
    for (const [n, payload] of ['a', 'b', 'b'].entries()) {
      await numbers.send<unknown>(known, payload, { id: 'one', lane: 'urgent' });
      await numbers.send(known, n, { id: `after-${n}`, lane: 'urgent' });
      await seen.has(n);
    }
    const parked = await deadLetters();
    expect(parked.map(({ id, payload }) => payload ?? id).slice(-3)).toEqual(['old-999', 'a', 'b']);
    expect(parked).toHaveLength(1_000);
    expect(parked[0]!.id).toBe('old-2');
  });

  it('lists what is parked, sends it again and removes it', async () => {
    const known: JobType<number> = { ...NUMBERS, queue: 'again' };
    await emptyParked();
    const numbers = producer();
    const registry = new JobRegistry();
    registry.declare(known);
    const parked = new ParkedJobs(numbers, registry);
    const copies = [
      { queue: 'again', name: 'number', id: 'seven', payload: 7, reason: 'a worker of another release had it', at: 1 },
      { queue: 'again', name: 'number', id: 'text', payload: 'x'.repeat(2_000), reason: 'no number', at: 2 },
      { queue: 'gone', name: 'number', id: 'gone', payload: 8, reason: 'nobody serves it', at: 3 },
    ];
    for (const copy of copies) await numbers.queue('parked').add(copy.name, copy, { jobId: `copy-${copy.id}` });
    expect(await parked.list(2)).toEqual({
      total: 3,
      jobs: [
        { id: 'copy-gone', queue: 'gone', name: 'number', reason: 'nobody serves it', payload: '8', parkedAt: 3 },
        {
          ...{ id: 'copy-text', queue: 'again', name: 'number', reason: 'no number', parkedAt: 2 },
          payload: expect.stringMatching(/^"x{999}$/),
        },
      ],
    });
    expect(await parked.list(0)).toEqual({ total: 3, jobs: [] });
    await parked.sendAgain('copy-seven');
    await parked.sendAgain('copy-text');
    await expect(parked.sendAgain('copy-gone')).rejects.toMatchObject({ code: 'CONFLICT' });
    await parked.remove('copy-gone');
    for (const call of [parked.remove('copy-gone'), parked.sendAgain('copy-seven')])
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await numbers.send(known, 9, { id: 'nine', lane: 'urgent' });
    const seen = new Seen();
    serve(known, async (payload) => seen.add(payload)).start();
    await seen.has(9);
    expect(seen.all).toEqual([7, 9]);
    // The one that still cannot be run is parked anew.
    expect((await parked.list(5)).jobs).toMatchObject([
      { queue: 'again', reason: expect.stringContaining('must be a number') },
    ]);
  });

  it('sends a parked job again once no worker has one of its id', async () => {
    const job = { ...NUMBERS, queue: 'held' };
    const numbers = producer();
    const seen = new Seen();
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    serve(job, async (payload) => {
      seen.add(payload);
      if (payload === 1) await released;
    }).start();
    await numbers.send(job, 1, { id: 'one', lane: 'urgent' });
    await seen.has(1);
    const registry = new JobRegistry();
    registry.handle(job, { handle: async () => undefined });
    const parked = new ParkedJobs(numbers, registry);
    const copy = { queue: 'held', name: 'number', id: 'one', payload: 2, reason: 'no number', at: 1 };
    await numbers.queue('parked').add(copy.name, copy, { jobId: 'copy-one' });
    await expect(parked.sendAgain('copy-one')).rejects.toMatchObject({ code: 'CONFLICT' });
    const looks = jest.spyOn(numbers.queue('held', 'durable'), 'getJob');
    const sent = parked.sendAgain('copy-one');
    await eventually(() => looks.mock.calls.length > 1);
    release();
    await sent;
    await seen.has(2);
    await expect(parked.remove('copy-one')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is ready, or says in words that name no host why it is not', async () => {
    const health = (url: string, redisUrl?: string) => {
      const at = { databaseUrl: url, workerConcurrency: 1, ...(redisUrl && { redisUrl }) };
      const sender = producerOf(at, stops);
      return new QueueHealth(at, sender, new JobRegistry()).check();
    };
    expect(await health(database.url)).toEqual({ ready: true });
    const gone = new URL(database.url);
    gone.pathname = '/no_such_database';
    expect(await health(gone.href)).toEqual({
      ready: false,
      reason: 'it does not answer, or its tables are missing',
    });
    expect(await health(database.url, 'redis://127.0.0.1:1')).toEqual({
      ready: false,
      reason: 'it does not answer (ECONNREFUSED)',
    });
  });

  it('tells of a Redis that evicts', async () => {
    const redis = await evictingRedis();
    stops.push(redis.close);
    const at = { redisUrl: redis.url, workerConcurrency: 1 };
    const sender = producerOf(at, stops);
    expect(await new QueueHealth(at, sender, new JobRegistry()).check()).toEqual({
      ready: false,
      critical: true,
      reason: 'its eviction policy is allkeys-lru, but must be noeviction',
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
