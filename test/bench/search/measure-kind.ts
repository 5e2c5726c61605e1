import type { PostgresSearchEngine, SearchAnswer } from '@app/search';
import type { Client } from 'pg';
import { median, quantile } from '../measure/quantile';
import type { QueryKind } from './query-kind';
import { sentBy } from './statement-log';

export interface KindResult {
  readonly name: string;
  readonly hits: string;
  /** Medians. */
  readonly productMs: number;
  readonly floorMs: number;
  readonly addedMs: number;
  readonly productP95: number;
  readonly statements: number;
  readonly faults: readonly string[];
  readonly plan: readonly string[];
}

/** Product and floor in turns: what disturbs one disturbs the other. The floor sends the compiled statements, one by one. */
export async function measureKind(
  { name, request }: QueryKind,
  engine: PostgresSearchEngine,
  client: Client,
  runs: number,
): Promise<KindResult> {
  let answer: SearchAnswer | undefined;
  const sent = await sentBy(async () => (answer = await engine.search(request)), /^\s*(?:with|select)\b/);
  const first = answer as SearchAnswer;
  const floor = async (): Promise<void> => {
    for (const { text, values } of sent) await client.query(text, values);
  };
  await floor();
  const [product, bare]: [number[], number[]] = [[], []];
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(await timed(floor));
    product.push(await timed(async () => void (answer = await engine.search(request))));
    if (ids(answer as SearchAnswer) !== ids(first)) faults.push(`${name}: run ${run} found other hits`);
  }
  const { total } = first;
  return {
    name,
    hits: total ? `${total.relation === 'gte' ? '> ' : ''}${total.value}` : '–',
    ...{ productMs: median(product), floorMs: median(bare) },
    addedMs: median(product.map((ms, at) => ms - (bare[at] as number))),
    productP95: quantile(
      [...product].sort((a, b) => a - b),
      0.95,
    ),
    statements: sent.length,
    faults,
    plan: await planOf(sent, client),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ids({ hits, total }: SearchAnswer): string {
  return JSON.stringify([hits.map(({ id }) => id), total]);
}

async function planOf(sent: readonly { text: string; values: unknown[] }[], client: Client): Promise<string[]> {
  const [statement] = sent;
  if (!statement) return [];
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${statement.text}`,
    statement.values,
  );
  return rows.map((row) => row['QUERY PLAN'].slice(0, LONGEST_LINE));
}

/** The conditions of a bare word over all fields would fill pages. */
const LONGEST_LINE = 160;
