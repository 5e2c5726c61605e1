import type { PostgresSearchEngine, SearchAnswer } from '@app/search';
import type { Client } from 'pg';
import { median, quantile } from '../measure/quantile';
import type { BareAnswer, BareSearch } from './bare/bare-search';
import type { QueryKind } from './query-kind';
import { sentBy } from './statement-log';
import type { SentStatement } from './statement-log';

export interface KindResult {
  readonly name: string;
  readonly hits: string;
  /** Medians. */
  readonly productMs: number;
  readonly bareMs: number;
  /** product ÷ by hand, of each run. */
  readonly ratio: number;
  /** Beyond the statements that the product compiles and sends. */
  readonly addedMs: number;
  readonly productP95: number;
  readonly statements: number;
  readonly faults: readonly string[];
  readonly plan: readonly string[];
}

/** What the product is measured against. */
export interface Floors {
  readonly client: Client;
  readonly bare: BareSearch | undefined;
}

/**
 * The product, its own statements sent over pg, and the search written by hand, in turns: what disturbs one disturbs the
 * others.
 */
export async function measureKind(
  { name, request }: QueryKind,
  engine: PostgresSearchEngine,
  { client, bare }: Floors,
  runs: number,
): Promise<KindResult> {
  if (!bare) throw new Error(`Nobody wrote by hand: ${name}`);
  let answer: SearchAnswer | undefined;
  const sent = await sentBy(async () => (answer = await engine.search(request)), isCompiled);
  const first = answer as SearchAnswer;
  const compiled = async (): Promise<void> => {
    for (const { text, values } of sent) await client.query(text, values);
  };
  await compiled();
  const byHand = await bare();
  const times = { product: [] as number[], compiled: [] as number[], bare: [] as number[] };
  const faults = comparison(name, first, byHand);
  for (let run = 0; run < runs; run++) {
    times.compiled.push(await timed(compiled));
    times.bare.push(await timed(bare));
    times.product.push(await timed(async () => void (answer = await engine.search(request))));
    if (ids(answer as SearchAnswer) !== ids(first)) faults.push(`${name}: run ${run} found other hits`);
  }
  const { product } = times;
  return {
    name,
    hits: hitsText(first),
    ...{ productMs: median(product), bareMs: median(times.bare) },
    ratio: median(product.map((ms, at) => ms / (times.bare[at] as number))),
    addedMs: median(product.map((ms, at) => ms - (times.compiled[at] as number))),
    productP95: quantile(
      [...product].sort((a, b) => a - b),
      0.95,
    ),
    statements: sent.length,
    faults,
    plan: await planOf(sent, client),
  };
}

/** What was compiled for the search, and what of a pattern any statement for it rests on; words are looked up by others. */
function isCompiled({ name, text }: SentStatement): boolean {
  return name === undefined ? /^\s*(?:with|select)\b/.test(text) : /^search_(?:matching|near|begun)_/.test(name);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ids({ hits, total }: SearchAnswer): string {
  return JSON.stringify([hits.map(({ id }) => id), total]);
}

/** Both have to find the same, or their times say nothing. */
function comparison(name: string, { hits, total }: SearchAnswer, byHand: BareAnswer): string[] {
  const count = total?.relation === 'gte' ? total.value + 1 : total?.value;
  const same = JSON.stringify([hits.map(({ id }) => id), count]) === JSON.stringify([byHand.ids, byHand.total]);
  return same
    ? []
    : [
        `${name}: ${count} hits, by hand ${byHand.total}; the page ${ids({ hits } as SearchAnswer)}, by hand ${JSON.stringify(byHand.ids)}`,
      ];
}

function hitsText({ total }: SearchAnswer): string {
  return total ? `${total.relation === 'gte' ? '> ' : ''}${total.value}` : '–';
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
