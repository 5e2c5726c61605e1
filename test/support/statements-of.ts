import { Client } from 'pg';

type Query = (this: Client, ...call: unknown[]) => unknown;

/** A statement as it was sent. */
export interface SentStatement {
  readonly text: string;
  /** Of a prepared statement: it is parsed and planned once per connection. */
  readonly name?: string;
}

/** All statements that this process sends while `work` runs, those that begin and end transactions included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const prototype = Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (this: Client, ...call: unknown[]): unknown {
    const [first] = call;
    sent.push(typeof first === 'string' ? { text: first } : { ...(first as SentStatement) });
    return original.apply(this, call);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return sent;
}
