import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, sendJson, serve, textOf } from '../floor/bare-server';
import { FLOOR_STATEMENTS, MODEL_NAME, SERVICE } from './floor-statements';

// The barest program that writes: node:http, JSON.parse, one prepared statement, durable. It writes copies of the product's tables,
// with the same indexes and without triggers. No token, no check, no version history, no reference, no log.

interface Body {
  readonly name: string;
  readonly description?: string;
}

const pool = openPool();

/** The columns of a search row of the product as text, in their order: a new row differs from it by its name alone. */
let model: readonly (string | null)[] = [];

async function run(name: keyof typeof FLOOR_STATEMENTS, values: readonly unknown[]): Promise<string> {
  const { rows, rowCount } = await pool.query<{ text?: string }>({
    name: `floor-${name}`,
    text: FLOOR_STATEMENTS[name],
    values: [...values],
  });
  return rows[0]?.text ?? `{"written":${rowCount}}`;
}

const searchRow = (name: string): (string | null)[] =>
  model.map((value) => value?.replaceAll(MODEL_NAME, name) ?? null);

const WORK: Readonly<Record<string, (text: string) => Promise<string>>> = {
  create: (text) => {
    const { name } = JSON.parse(text) as Body;
    const body = text.replace('{', `{"version":0.1,"fullyQualifiedName":"${name}",`);
    return run('create', [randomUUID(), name, Date.now(), body, ...searchRow(name)]);
  },
  unchanged: (text) => run('read', [(JSON.parse(text) as Body).name]),
  changed: (text) => {
    const { name } = JSON.parse(text) as Body;
    return run('change', [name, Date.now(), text, ...searchRow(name)]);
  },
  edge: (text) => {
    const { edge } = JSON.parse(text) as { edge: Record<'fromEntity' | 'toEntity', { id: string }> };
    return run('edge', [[edge.fromEntity.id], [edge.toEntity.id], Date.now()]);
  },
  event: (text) => {
    const { inputs, outputs } = JSON.parse(text) as Record<'inputs' | 'outputs', { name: string }[]>;
    const pairs = outputs.flatMap((to) => inputs.map((from) => [from, to].map(({ name }) => `${SERVICE}.${name}`)));
    return run('event', [pairs.map(([from]) => from), pairs.map(([, to]) => to), Date.now()]);
  },
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const json = await (WORK[(request.url ?? '').slice(1)] as (text: string) => Promise<string>)(await textOf(request));
  sendJson(response, json);
}

async function start(): Promise<void> {
  const { rows } = await pool.query<{ values: (string | null)[] }>(FLOOR_STATEMENTS.model, [MODEL_NAME]);
  model = rows[0]?.values ?? [];
  if (model.length === 0) throw new Error(`No search row of ${MODEL_NAME}`);
  serve(answer, { rests: true });
}

start().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
