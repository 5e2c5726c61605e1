import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { WaitingPool } from './waiting-pool';

/** A connection that stands when the test says so. */
class LateClient extends EventEmitter {
  static readonly made: LateClient[] = [];
  /** What the pool asks of a connection that comes back. */
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
});
