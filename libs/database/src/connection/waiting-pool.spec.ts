import { EventEmitter } from 'node:events';
import type { Client, PoolClient } from 'pg';
import { WaitingPool } from './waiting-pool';

/** A connection that opens when the test releases it. */
class LateClient extends EventEmitter {
  static readonly made: LateClient[] = [];
  /** The state that the pool asks of a connection that comes back. */
  readonly _queryable = true;
  stand: (error?: Error) => void = () => undefined;

  constructor() {
    super();
    LateClient.made.push(this);
  }
  connect(callback: (error?: Error) => void): void {
    this.stand = callback;
  }
  end(callback?: () => void): void {
    callback?.();
  }
}

describe('a pool whose connections come late', () => {
  let pool: WaitingPool;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    LateClient.made.length = 0;
    pool = new WaitingPool({ max: 1, Client: LateClient as unknown as typeof Client } as object);
  });
  afterEach(async () => {
    await pool.end();
    jest.useRealTimers();
  });

  const outcome = (asked: Promise<unknown>) =>
    asked.then(
      () => 'connected',
      ({ message }: Error) => message,
    );

  it('tells who waits in time, and gives the connection to whoever comes next', async () => {
    const [first, second] = [outcome(pool.connect()), outcome(pool.connect())];
    await jest.advanceTimersByTimeAsync(1_500);
    expect(await Promise.all([first, second])).toEqual(Array(2).fill('timeout exceeded when trying to connect'));
    LateClient.made[0]!.stand();
    await jest.advanceTimersByTimeAsync(10);
    const client = await pool.connect();
    expect(client).toBe(LateClient.made[0]);
    expect(LateClient.made).toHaveLength(1);
    client.release();
  });

  it('tells of a server that refuses at once', async () => {
    const asked = outcome(pool.connect());
    LateClient.made[0]!.stand(new Error('connect ECONNREFUSED'));
    expect(await asked).toBe('connect ECONNREFUSED');
  });

  async function standing(): Promise<PoolClient> {
    const asked = pool.connect();
    LateClient.made.at(-1)!.stand();
    return asked;
  }

  it('lets wait as long as connections come free, in the order in which they were asked for', async () => {
    let held = await standing();
    const served: number[] = [];
    const all = Array.from({ length: 5 }, (_, i) =>
      pool.connect().then((client) => {
        served.push(i);
        held = client;
      }),
    );
    for (let i = 0; i < 5; i++) {
      await jest.advanceTimersByTimeAsync(1_400);
      held.release();
      await jest.advanceTimersByTimeAsync(10);
    }
    await Promise.all(all);
    expect(served).toEqual([0, 1, 2, 3, 4]);
    held.release();
  });

  it('tells that it is busy where none came free', async () => {
    const held = await standing();
    const asked = pool.connect().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(await asked).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database is busy: none of its 1 connections came free for this request in 1.5 s',
      retryAfter: 1,
    });
    held.release();
  });

  it('tells who waited elsewhere meanwhile at once', async () => {
    const since = performance.now();
    const held = await standing();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(() => pool.requireMovement(since)).not.toThrow();
    await jest.advanceTimersByTimeAsync(500);
    expect(() => pool.requireMovement(since)).toThrow('The database is busy');
    held.release();
    await jest.advanceTimersByTimeAsync(10);
    expect(() => pool.requireMovement(since)).not.toThrow();
  });

  it('serves whoever waits with the next connection, whoever it was begun for', async () => {
    const wide = new WaitingPool({ max: 2, Client: LateClient as unknown as typeof Client } as object);
    const first = wide.connect();
    LateClient.made.at(-1)!.stand();
    const held = await first;
    const second = wide.connect();
    held.release();
    await jest.advanceTimersByTimeAsync(10);
    LateClient.made.at(-1)!.stand();
    (await second).release();
    await wide.end();
  });
});
