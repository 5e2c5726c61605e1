import { Client } from 'pg';

export interface SentStatement {
  /** Of one that is prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  /** The connection that took it. */
  readonly client: Client;
  /** When it was sent and when it was answered, by performance.now(). */
  readonly span: { readonly from: number; to: number };
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
    const statement = statementOf(call, this);
    if (!statement || !isMeant(statement)) return original.apply(this, call);
    sent.push(statement);
    const answered = (): void => void (statement.span.to = performance.now());
    const told = call.at(-1);
    if (typeof told !== 'function') return answering(original.apply(this, call), answered);
    return original.apply(this, [
      ...call.slice(0, -1),
      (...answer: unknown[]): unknown => {
        answered();
        return (told as (...answer: unknown[]) => unknown)(...answer);
      },
    ]);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return sent;
}

function answering(answer: unknown, answered: () => void): unknown {
  return answer instanceof Promise ? answer.finally(answered) : answer;
}

/** How long at least one of them was not answered, in ms. */
export function waitedFor(sent: readonly SentStatement[]): number {
  let [waited, until] = [0, 0];
  for (const { from, to } of sent.map(({ span }) => span).sort((a, b) => a.from - b.from)) {
    waited += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return waited;
}

function statementOf([first, second]: readonly unknown[], client: Client): SentStatement | undefined {
  const span = { from: performance.now(), to: Infinity };
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [], client, span };
  const { name, text, values = [] } = first as { name?: string; text?: string; values?: unknown[] };
  return text === undefined || name === undefined ? undefined : { name, text, values, client, span };
}
