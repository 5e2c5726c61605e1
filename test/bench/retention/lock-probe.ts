import { setTimeout as rest } from 'node:timers/promises';
import { Client } from 'pg';
import { quantile } from '../measure/quantile';

/** Between two looks, in ms. */
const REST_MS = 3;

const LOCK = {
  name: 'lock-probe',
  text: `select 1 from contract where node = (select node from entity where id = $1) for no key update`,
};

export interface LockWaits {
  readonly looks: number;
  /** In ms: how long it took to get the lock that every writer of the contract's results needs. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** A writer that writes nothing: it takes the lock on a contract again and again, and gives it back at once. */
export class LockProbe {
  private isOn = false;

  private constructor(
    private readonly client: Client,
    private readonly contractId: string,
  ) {}

  static async open(url: string, contractId: string): Promise<LockProbe> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new LockProbe(client, contractId);
  }

  /** Looks for as long as the work goes on. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly waits: LockWaits }> {
    this.isOn = true;
    const looking = this.look();
    try {
      const result = await work();
      this.isOn = false;
      return { result, waits: summedUp(await looking) };
    } finally {
      this.isOn = false;
      await looking;
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private async look(): Promise<number[]> {
    const waits: number[] = [];
    while (this.isOn) {
      const start = performance.now();
      await this.client.query({ ...LOCK, values: [this.contractId] });
      waits.push(performance.now() - start);
      await rest(REST_MS);
    }
    return waits;
  }
}

function summedUp(waits: readonly number[]): LockWaits {
  const sorted = Float64Array.from(waits).sort();
  const [p50, p99, most] = [0.5, 0.99, 1].map((q) => quantile(sorted, q)) as [number, number, number];
  return { looks: waits.length, p50, p99, most };
}
