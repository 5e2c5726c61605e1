import { type Database, ResilientClient } from '@app/database';

/** A statement as it was sent. */
export interface SentStatement {
  /** Of a prepared statement: it is parsed and planned once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  /** The connection that took it. */
  readonly client: RecordingClient;
  /** When it was sent and when it was answered, by performance.now(). */
  readonly span: { readonly from: number; to: number };
}

type Query = (...call: unknown[]) => unknown;
type Recorder = (statement: SentStatement) => void;

/** A connection whose statements can be observed, for the pools of a database under test. */
export class RecordingClient extends ResilientClient {
  static recorder: Recorder | undefined;

  override readonly query = ((...call: unknown[]): unknown => {
    const send = super.query.bind(this) as Query;
    const { recorder } = RecordingClient;
    const statement = recorder && statementOf(call, this);
    if (!statement) return send(...call);
    recorder(statement);
    const answered = (): void => void (statement.span.to = performance.now());
    const callback = call.at(-1);
    if (typeof callback !== 'function') {
      const answer = send(...call);
      return answer instanceof Promise ? answer.finally(answered) : answer;
    }
    return send(...call.slice(0, -1), (...answer: unknown[]): unknown => {
      answered();
      return (callback as Query)(...answer);
    });
  }) as ResilientClient['query'];
}

/** The statements sent while `work` runs, those that begin and end transactions included, by connections of this class. */
export async function statementsOf(
  work: () => Promise<unknown>,
  isMeant: (statement: SentStatement) => boolean = () => true,
): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const before = RecordingClient.recorder;
  RecordingClient.recorder = (statement) => {
    if (isMeant(statement)) sent.push(statement);
  };
  try {
    await work();
  } finally {
    RecordingClient.recorder = before;
  }
  return sent;
}

/** How often an answer was waited for: statements that are sent before that of the one before has come go together. */
export function tripsOf(sent: readonly SentStatement[]): number {
  let answered = -Infinity;
  let trips = 0;
  for (const { span } of sent) {
    if (span.from >= answered) trips++;
    answered = Math.max(answered, span.to);
  }
  return trips;
}

/** Undefined for what is no statement with a text, such as a COPY stream. */
function statementOf([first, second]: readonly unknown[], client: RecordingClient): SentStatement | undefined {
  const span = { from: performance.now(), to: Infinity };
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [], client, span };
  const { name, text, values = [] } = first as { name?: string; text?: string; values?: unknown[] };
  return text === undefined ? undefined : { name, text, values, client, span };
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/**
 * Blocks of tables and indexes that a statement touches: a figure that is the same on a busy machine. It runs twice, and the second run counts,
 * since the first one on a connection reads PostgreSQL's own catalog as well.
 */
export async function blocksOf(
  database: Database,
  { text, values }: { readonly text: string; readonly values: unknown[] },
): Promise<number> {
  const explain = `explain (analyze, buffers, format json) ${text}`;
  await database.query(explain, values);
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
  const { Plan: plan } = row!['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
