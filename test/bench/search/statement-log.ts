import { Client } from 'pg';

export interface SentStatement {
  /** Of one that is prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

interface Patched {
  query: (this: Client, ...call: unknown[]) => unknown;
}

/** The statements of that kind which were sent while `work` ran. */
export async function sentBy(
  work: () => Promise<unknown>,
  isMeant: (statement: SentStatement) => boolean,
): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const client = Client.prototype as unknown as Patched;
  const original = client.query;
  client.query = function (this: Client, ...call: unknown[]): unknown {
    const statement = statementOf(call);
    if (statement && isMeant(statement)) sent.push(statement);
    return original.apply(this, call);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return sent;
}

function statementOf([first, second]: readonly unknown[]): SentStatement | undefined {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  const { name, text, values = [] } = first as { name?: string; text?: string; values?: unknown[] };
  return text === undefined || name === undefined ? undefined : { name, text, values };
}
