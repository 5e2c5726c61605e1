import { Pool, type PoolClient, type PoolConfig } from 'pg';

type Done = (release?: Error | boolean) => void;
export type PoolCallback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/** A pool that can be told to lend none of its connections any more: the server that they lead to has become another one. */
export class FreshPool extends Pool {
  private readonly epochs = new WeakMap<PoolClient, number>();
  private epoch = 0;

  constructor(config?: PoolConfig) {
    super(config);
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
      if (!client || this.epochs.get(client) === this.epoch) return callback(error, client, done);
      done(true);
      this.lendFresh(callback);
    });
  }
}
