import { ResilientClient } from '@app/database';
import type { ClientConfig, QueryResult } from 'pg';

/** Options of a connection of the queue, beside those of the driver. */
export interface QueueClientConfig extends ClientConfig {
  /** A statement that sets the parameters of each of its transactions. */
  readonly transactionSettings: string;
  /** Where the connection that listens leads to; absent: where the others lead. */
  readonly directUrl?: string;
}

type Callback = (error: Error | null, result?: QueryResult) => void;
type Send = (...words: unknown[]) => Promise<QueryResult>;

/**
 * A connection on which each statement of BullMQ is a transaction that brings its settings along, in one packet: behind a pooler a session
 * is not ours beyond it. BullMQ would name its schema by a parameter of the start, which poolers refuse.
 */
export class QueueClient extends ResilientClient {
  private readonly beginning: string;

  constructor({ options: _, transactionSettings, ...config }: QueueClientConfig) {
    super({ ...config, pipeline: true } as ClientConfig);
    this.beginning = `begin; ${transactionSettings}`;
  }

  /** Answers once the transaction has ended. */
  override readonly query = ((...words: unknown[]): unknown => {
    const callback = typeof words.at(-1) === 'function' ? (words.pop() as Callback) : undefined;
    const done = this.inTransaction(words);
    if (!callback) return done;
    // Outside of the promise, which would take what the callback throws for a failure of the statement.
    done.then(
      (result) => process.nextTick(callback, null, result),
      (error: Error) => process.nextTick(callback, error),
    );
    return undefined;
  }) as ResilientClient['query'];

  private async inTransaction(statement: readonly unknown[]): Promise<QueryResult> {
    const send = super.query.bind(this) as Send;
    this.sendTogether();
    const sent = [send(this.beginning), send(...statement), send('commit')] as const;
    // Of the failures the first one says why.
    for (const one of sent) one.catch(() => undefined);
    await sent[0];
    const result = await sent[1];
    await sent[2];
    return result;
  }
}
