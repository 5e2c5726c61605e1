import { Pool } from 'pg';
import type { PoolClient, PoolConfig } from 'pg';

/** How long a request waits for a connection, in ms: with what is around it, its 503 is there within 2 s. */
const WAIT_MS = 1_500;
/**
 * How long a connection may take to stand, in ms. On a busy machine it takes longer than a request waits, most of all when all of
 * them are lost at once: one that was thrown away for being late, and begun again, would keep the machine busy for ever. One on
 * its way to a server that swallows everything holds a place in the pool that long, and all is to be well 10 s after such a fault.
 */
const STAND_MS = 5_000;

type Done = (release?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/** A pool whose callers wait a while, and whose connections may take longer: one that comes late serves whoever comes next. */
export class WaitingPool extends Pool {
  constructor(config: PoolConfig) {
    super({ ...config, connectionTimeoutMillis: STAND_MS });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (callback) return this.lend(callback);
    return new Promise((resolve, reject) => {
      this.lend((error, client) => (error ? reject(error) : resolve(client!)));
    });
  }

  private lend(callback: Callback): void {
    let isGone = false;
    const timer = setTimeout(() => {
      isGone = true;
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
    }, WAIT_MS);
    super.connect((error, client, done: Done) => {
      clearTimeout(timer);
      if (!isGone) return callback(error, client, done);
      // A turn later: many may have gone, and each gives it to the next one.
      if (client) setImmediate(done);
    });
  }
}
