import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { ResilientClient } from '../resilient-client';

type Done = (release?: Error | boolean) => void;
export type PoolCallback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/**
 * A pool that can retire all its connections: the server that they lead to has become another one. Of several hosts
 * it uses one that answers reads while none takes writes, and asks them again each second.
 */
export class FreshPool extends Pool {
  private readonly epochs = new WeakMap<PoolClient, number>();
  private epoch = 0;

  constructor(config?: PoolConfig) {
    super({ ...config, orReadOnly: true } as PoolConfig);
    this.on('connect', (client) => this.epochs.set(client, this.epoch));
  }

  /** From now on only connections are lent that are opened from now on. Those in use are closed when they are asked for again. */
  renew(): void {
    this.epoch++;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<PoolClient> | void {
    if (callback) return this.lend(callback);
    return new Promise((resolve, reject) => {
      this.lend((error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  protected lend(callback: PoolCallback): void {
    this.lendFresh(callback);
  }

  protected lendFresh(callback: PoolCallback): void {
    super.connect((error, client, done: Done) => {
      const isFresh = !client || (this.epochs.get(client) === this.epoch && !isSpent(client));
      if (isFresh) return callback(error, client, done);
      done(true);
      this.lendFresh(callback);
    });
  }
}

const isSpent = (client: PoolClient): boolean => (client as Partial<Pick<ResilientClient, 'isSpent'>>).isSpent === true;
