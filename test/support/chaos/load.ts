import type { RestClient } from '../rest-client';
import { History } from './history';
import { until } from './until';

const CLIENTS = 8;
/** How soon all is well again after a fault, and how long a request may take meanwhile (design of reliability), in ms. */
export const BACK_MS = 10_000;
const PATIENCE_MS = 60_000;
/** Acknowledged validations before a fault: what it could lose. */
const AT_STAKE = 20;

/** Clients that validate, and read now and then, without a pause. */
export class Load {
  readonly history: History;
  /** The longest time from a fault to an answer that shows that it is over, in ms. */
  backMs = 0;
  private isOver = false;

  constructor(
    private readonly client: RestClient,
    private readonly contracts: readonly string[],
  ) {
    this.history = new History(client);
  }

  begin(): Promise<void>[] {
    return Array.from({ length: CLIENTS }, (_, i) => this.ask(i));
  }

  async end(clients: readonly Promise<void>[]): Promise<void> {
    this.isOver = true;
    await Promise.all(clients);
  }

  /** Till there is something to lose. */
  async underWay(): Promise<void> {
    const before = this.history.accepted.length;
    await until(
      'load',
      PATIENCE_MS,
      () => this.history.accepted.length,
      (count) => count >= before + AT_STAKE,
    );
  }

  /** Does it in the middle of the load and waits till reads and runs are answered again. */
  async disturbed<T>(fault: () => Promise<T>): Promise<T> {
    await this.underWay();
    return this.recovered(fault);
  }

  /** Ends a fault, or makes one that ends by itself, and waits till reads and runs are answered again. */
  async recovered<T>(work: () => Promise<T>): Promise<T> {
    const done = await work();
    const [from, before] = [Date.now(), this.worked()];
    await until(
      'work again',
      BACK_MS,
      () => this.worked(),
      (count) => count > before + CLIENTS,
    ).catch((error: Error) => {
      throw new Error(`${error.message}; the last calls: ${JSON.stringify(this.history.calls.slice(-CLIENTS))}`);
    });
    this.backMs = Math.max(this.backMs, Date.now() - from);
    return done;
  }

  private worked(): number {
    return this.history.calls.filter(({ answer }) => answer === 200 || answer === 202).length;
  }

  private async ask(client: number): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const contract = this.contracts[(client + turn * CLIENTS) % this.contracts.length]!;
      if (turn % 3 === 2) await this.history.noted('read', () => this.client.get(`/dataContracts/${contract}`));
      else await this.history.validate(contract, Date.now() + PATIENCE_MS);
    }
  }
}
