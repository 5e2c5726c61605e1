import { Pool } from 'pg';

export interface SentStatement {
  readonly text: string;
  readonly values: unknown[];
}

interface Patched {
  query: (this: Pool, ...call: unknown[]) => unknown;
}

/** The statements that the engine compiled and sent while `work` ran: those by name are looks at the dictionary. */
export async function sentBy(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const pool = Pool.prototype as unknown as Patched;
  const original = pool.query;
  pool.query = function (this: Pool, ...call: unknown[]): unknown {
    const [text, values] = call;
    if (typeof text === 'string') sent.push({ text, values: (values as unknown[] | undefined) ?? [] });
    return original.apply(this, call);
  };
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return sent;
}
