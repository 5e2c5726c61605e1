import { SearchService, type PostgresSearchEngine, type SearchRequest, type SearchResult } from '@app/search';
import type { Client } from 'pg';
import { median, quantile } from '../measure/quantile';
import type { BareAnswer, BareSearch } from './bare/bare-search';
import type { QueryKind } from './query-kind';
import { statementsOf, type SentStatement } from '../../support/recording-client';

export interface KindResult {
  readonly name: string;
  readonly hits: string;
  /** Medians. */
  readonly productMs: number;
  readonly bareMs: number;
  /** product ÷ by hand, of each run. */
  readonly ratio: number;
  /** What the engine takes while none of the statements that it compiled is on its way. */
  readonly addedMs: number;
  /** The same of the whole product. */
  readonly aroundMs: number;
  /** How much longer the engine takes than its statements, sent again. */
  readonly longerMs: number;
  readonly productP95: number;
  readonly statements: number;
  readonly faults: readonly string[];
  readonly plan: readonly string[];
}

type Answer = SearchResult['answer'];

/** Nobody is kept from anything. */
const EVERYTHING = { kind: 'all', boost: 1 } as const;

/** What the product is measured against. */
export interface Floors {
  readonly client: Client;
  readonly bare: BareSearch | undefined;
}

/** The product is all from the question to the text of the answer; its engine all behind the request that is made of it. */
export async function measureKind(
  { name, question }: QueryKind,
  engine: PostgresSearchEngine,
  { client, bare }: Floors,
  runs: number,
): Promise<KindResult> {
  if (!bare) throw new Error(`Nobody wrote by hand: ${name}`);
  let request: SearchRequest | undefined;
  const service = new SearchService({
    search: (asked, meanwhile) => engine.search((request = asked), meanwhile),
  });
  const product = async (): Promise<Answer> => {
    const result = await service.search(question, EVERYTHING);
    JSON.stringify(result);
    return result.answer;
  };
  await warm(product);
  const sent = await statementsOf(product, isCompiled);
  const first = await product();
  const asked = request as unknown as SearchRequest;
  const faults = comparison(name, first, await bare());
  const works = { product, engine: () => engine.search(asked), compiled: resending(sent), bare };
  const rounds: Round[] = [];
  for (let run = 0; run < runs; run++) rounds.push(await round(works, run));
  const others = rounds.filter(({ answer }) => ids(answer) !== ids(first));
  const times = rounds.map(({ productMs }) => productMs).sort((a, b) => a - b);
  return {
    name,
    hits: hitsText(first),
    productMs: median(times),
    bareMs: median(rounds.map(({ bareMs }) => bareMs)),
    ratio: median(rounds.map(({ productMs, bareMs }) => productMs / bareMs)),
    addedMs: median(rounds.map(({ addedMs }) => addedMs)),
    aroundMs: median(rounds.map(({ aroundMs }) => aroundMs)),
    longerMs: median(rounds.map(({ longerMs }) => longerMs)),
    productP95: quantile(times, 0.95),
    statements: sent.length,
    faults: [...faults, ...others.map(() => `${name}: a run found other hits`)],
    plan: await planOf(sent, client),
  };
}

type Work = () => Promise<unknown>;

interface Round {
  readonly answer: Answer;
  readonly bareMs: number;
  readonly productMs: number;
  readonly addedMs: number;
  readonly aroundMs: number;
  readonly longerMs: number;
}

interface Works {
  readonly product: () => Promise<Answer>;
  readonly engine: Work;
  readonly compiled: Work;
  readonly bare: Work;
}

/**
 * The search written by hand, the product, then three there and back: the product, its engine, the engine's statements, each as
 * often in front of the others as behind them. What disturbs one disturbs the others.
 */
async function round({ product, engine, compiled, bare }: Works, turn: number): Promise<Round> {
  const bareMs = await timed(bare);
  const start = performance.now();
  const answer = await product();
  const productMs = performance.now() - start;
  const three = [product, engine, compiled];
  const there = three.map((_, at) => three[(at + turn) % three.length] as Work);
  const taken = new Map<Work, Taken[]>(three.map((work) => [work, []]));
  for (const work of [...there, ...there.toReversed()]) taken.get(work)?.push(await taking(work));
  const meanOf = (work: Work, of: keyof Taken): number => mean((taken.get(work) as Taken[]).map((each) => each[of]));
  return {
    ...{ answer, bareMs, productMs },
    addedMs: meanOf(engine, 'besideMs'),
    aroundMs: meanOf(product, 'besideMs'),
    longerMs: meanOf(engine, 'allMs') - meanOf(compiled, 'allMs'),
  };
}

interface Taken {
  readonly allMs: number;
  /** While no statement was on its way. */
  readonly besideMs: number;
}

async function taking(work: Work): Promise<Taken> {
  let allMs = 0;
  const sent = await statementsOf(async () => (allMs = await timed(work)), isCompiled);
  return { allMs, besideMs: allMs - waitedFor(sent) };
}

/** How long at least one of them was not answered, in ms. */
function waitedFor(sent: readonly SentStatement[]): number {
  let [waited, until] = [0, 0];
  for (const { from, to } of sent.map(({ span }) => span).sort((a, b) => a.from - b.from)) {
    waited += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return waited;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Before anything is measured: code is compiled, pages are in memory. */
async function warm(product: Work): Promise<void> {
  const end = performance.now() + WARM_MS;
  for (let turn = 0; turn < WARM_TURNS && performance.now() < end; turn++) await product();
}

const WARM_TURNS = 200;
const WARM_MS = 1_500;

/** The statements over the connections that took them, those of one after another, prepared where they were. */
function resending(sent: readonly SentStatement[]): Work {
  const connections = [...new Set(sent.map(({ client }) => client))];
  return () =>
    Promise.all(
      connections.map(async (connection) => {
        for (const { client, span: _span, ...statement } of sent)
          if (client === connection) await client.query(statement);
      }),
    );
}

/** What was compiled for the search, and what of a pattern any statement for it rests on; words are looked up by others. */
function isCompiled({ name, text }: SentStatement): boolean {
  return name === undefined ? /^\s*(?:with|select)\b/.test(text) : /^search_(?:matching|near|begun|shape)_/.test(name);
}

async function timed(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ids({ hits, total }: Answer): string {
  return JSON.stringify([hits.map(({ id }) => id), total]);
}

/** Both have to find the same, or their times say nothing. */
function comparison(name: string, { hits, total }: Answer, byHand: BareAnswer): string[] {
  const count = total?.relation === 'gte' ? total.value + 1 : total?.value;
  const same = JSON.stringify([hits.map(({ id }) => id), count]) === JSON.stringify([byHand.ids, byHand.total]);
  return same
    ? []
    : [
        `${name}: ${count} hits, by hand ${byHand.total}; the page ${ids({ hits } as Answer)}, by hand ${JSON.stringify(byHand.ids)}`,
      ];
}

function hitsText({ total }: Answer): string {
  return total ? `${total.relation === 'gte' ? '> ' : ''}${total.value}` : '–';
}

async function planOf(sent: readonly SentStatement[], client: Client): Promise<string[]> {
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
