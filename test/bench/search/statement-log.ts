import { Client } from 'pg';

export interface SentStatement {
  readonly text: string;
  readonly values: unknown[];
}

interface Patched {
  query: (this: Client, ...call: unknown[]) => unknown;
}

/** The statements whose text begins so that were sent while `work` ran; those by name are looks at the dictionary. */
export async function sentBy(work: () => Promise<unknown>, begin: RegExp): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const client = Client.prototype as unknown as Patched;
  const original = client.query;
  client.query = function (this: Client, ...call: unknown[]): unknown {
    const [text, values] = call;
    if (typeof text === 'string' && begin.test(text)) sent.push({ text, values: Array.isArray(values) ? values : [] });
    return original.apply(this, call);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return sent;
}
