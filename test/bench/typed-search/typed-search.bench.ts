import { join } from 'node:path';
import type { Bench, BenchOptions, BenchReport, Measure } from '../bench';
import { startFloor } from '../floor/floor-process';
import { LoadGenerator } from '../load/load-generator';
import type { PlannedRequest } from '../load/load-message';
import { median } from '../measure/quantile';
import { pairText } from '../measure/pair-text';
import { Pairs, type PairsResult, type Side } from '../measure/pairs';
import { WORDS } from '../search/dataset';
import { fillAt } from '../search/fill';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, withApi, withDatabase } from '../stack/with-stack';
import { completionsOf, wordsIn } from './floor-statement';

const [SMALL, LARGE] = [1_200, 10_000];
const SIZES = [SMALL, LARGE];
/** The code of a search is long: V8 compiles it during the first thousands of searches, and a service runs for days. */
const FULL = { pairs: 8, sliceMs: 800, warmUpMs: 2_000, warmUps: 12 };
const QUICK = { pairs: 8, sliceMs: 250, warmUpMs: 1_000, warmUps: 1 };
type Slices = typeof FULL;

/** Product ÷ floor: the search may take 1.5 times its own statement, and that 1.2 times a bare look-up of the same words. */
const MOST_TIMES = 1.8;
/** In a small catalog, where the floor takes a fraction of a millisecond, and for each completion: less than a person notices. */
const MOST_MS = 2;
const MOST_CPU_MICROS = 1_000;
/** Ranks of the words that are asked for: neither the commonest, of which a page of ten says little, nor such as nothing has. */
const RANKS = Array.from({ length: 40 }, (_, at) => 20 + at * 7);

interface Kind {
  readonly name: string;
  /** In step: what the product is asked, and what the floor is. */
  readonly product: readonly PlannedRequest[];
  readonly floor: readonly PlannedRequest[];
}

interface Measured {
  readonly size: number;
  /** What is asked for, and whether the product may cache its responses. */
  readonly kind: string;
  readonly result: PairsResult;
}

/** Settings by how the product is asked: each search as if for the first time, or one whose response may be cached. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'first time': { CACHE_MB: '0' },
  again: {},
};

/** W13: search as people use it: a word, two words, a completion while typing, in a catalog of some thousand assets. */
export const typedSearch: Bench = {
  name: 'typed-search',
  workloads: ['W13'],
  isPublished: true,
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const slices = quick ? QUICK : FULL;
    const measured: Measured[] = [];
    for (const size of SIZES) {
      log(`${size} assets`);
      measured.push(...(await withDatabase((database) => ofSize(database, size, slices, log))));
    }
    return report(quick, slices, measured);
  },
};

async function ofSize(
  server: BenchDatabase,
  size: number,
  slices: Slices,
  log: BenchOptions['log'],
): Promise<Measured[]> {
  await fillAt(server.url, size);
  const measured: Measured[] = [];
  for (const [times, settings] of Object.entries(ASKED)) {
    const measureAll = (api: BenchApi): Promise<void> =>
      withFloor(server, async (beside) => {
        for (const kind of kinds()) {
          const name = `${kind.name}, ${times}`;
          log(`${size} assets, ${name}`);
          measured.push({ size, kind: name, result: await measure(kind, { server, api, slices, ...beside }) });
        }
      });
    await withApi(server, measureAll, settings);
  }
  return measured;
}

async function withFloor(
  server: BenchDatabase,
  work: (beside: Pick<Setting, 'floor' | 'generator'>) => Promise<void>,
): Promise<void> {
  const floor = await startFloor(server.url, POOL_SIZE, join(__dirname, 'floor.main.js'));
  const generator = await LoadGenerator.start();
  try {
    await work({ floor, generator });
  } finally {
    generator.stop();
    await floor.stop();
  }
}

function kinds(): Kind[] {
  const one = RANKS.map((rank) => [WORDS[rank] as string]);
  const two = RANKS.map((rank) => [WORDS[rank], WORDS[rank + 300]] as string[]);
  return [wordKind('one word', one), wordKind('two words', two), completionKind('completion')];
}

function wordKind(name: string, texts: readonly string[][]): Kind {
  return {
    name,
    product: texts.map((words) => asked(`/api/v1/search/query?q=${encodeURIComponent(words.join(' '))}`, '"hits"')),
    floor: texts.map((words) => asked(`/search?${new URLSearchParams(wordsIn(words)).toString()}`, '"hits"')),
  };
}

/** From three letters on. */
function completionKind(name: string): Kind {
  const beginnings = RANKS.map((rank) => (WORDS[rank] as string).slice(0, 3));
  return {
    name,
    product: beginnings.map((each) => asked(`/api/v1/search/suggest?q=${each}`, '"suggestions":[{')),
    floor: beginnings.map((each) =>
      asked(`/suggest?${new URLSearchParams(completionsOf(each)).toString()}`, '"hits":[{'),
    ),
  };
}

const asked = (path: string, expects: string): PlannedRequest => ({ path, expects, conditional: false });

interface Setting {
  readonly server: BenchDatabase;
  readonly api: BenchApi;
  readonly floor: { readonly pid: number; readonly port: number };
  readonly generator: LoadGenerator;
  readonly slices: Slices;
}

async function measure(kind: Kind, { server, api, floor, generator, slices }: Setting): Promise<PairsResult> {
  const headers = { Authorization: `Bearer ${api.client.token}` };
  await generator.prepare('floor', { port: floor.port, headers: {}, requests: kind.floor });
  await generator.prepare('product', { port: api.port, headers, requests: kind.product });
  const product: Side = { name: 'product', pid: api.pid };
  const pairs = new Pairs(generator, server.pid, { name: 'floor', pid: floor.pid }, product);
  await pairs.warmUp({ ms: slices.warmUpMs, connections: 1 }, slices.warmUps);
  return pairs.run({ pairs: slices.pairs, ms: slices.sliceMs, connections: 1 });
}

function report(quick: boolean, { pairs, sliceMs }: Slices, measured: readonly Measured[]): BenchReport {
  return {
    name: 'typed-search',
    title: 'Search while typing, in catalogs of a thousand and of ten thousand assets',
    setting: [
      `Documents as in the bench of search, ${SIZES.join(' and ')} of them; 40 words of ranks 20 to 293 of 6,000, each alone and with a rarer one, and the first three letters of each; fixed seed${quick ? ' (--quick)' : ''}`,
      `${pairs} pairs of slices of ${sliceMs} ms, floor and product in turn, 1 connection; embedded PostgreSQL`,
      'First time: CACHE_MB=0, so that each search is done. Again: the default, where the responses of searches that were asked before are cached',
      'Product: the API with its default settings (token, permission, BM25 over twelve fields, total, highlight, log line). Floor: bare node:http + pg, one prepared statement over the same inverted indexes with PostgreSQL’s own rank, the ten documents and their number',
    ],
    measures: measured.flatMap(rows),
    plans: {},
    faults: measured.flatMap(({ size, kind, result }) =>
      [...result.floor.faults, ...result.product.faults].map((fault) => `${size}, ${kind}: ${fault}`),
    ),
    raw: { quick, measured },
  };
}

function rows({ size, kind, result: { floor, product, throughputRatios } }: Measured): Measure[] {
  const times = throughputRatios.map((ratio) => 1 / ratio);
  const what = `${size} assets, ${kind}`;
  const isCompletion = kind.startsWith('completion');
  const compared = { what: `${what}: time, product ÷ floor`, value: pairText(times) };
  const isCompared = { text: `≤ ${MOST_TIMES}`, met: median(times) <= MOST_TIMES };
  return [
    size === SMALL ? compared : { ...compared, target: isCompared },
    // A person waits for all searches of a small catalog alike, and for completions of any.
    ...(size === SMALL || isCompletion ? [timeRow(what, product)] : []),
    ...(isCompletion ? [] : [costRow(what, product)]),
    { what: `${what}: product`, value: sideText(product) },
    { what: `${what}: floor`, value: sideText(floor) },
  ];
}

function timeRow(what: string, { p50 }: PairsResult['product']): Measure {
  const target = { text: `≤ ${MOST_MS} ms`, met: p50 <= MOST_MS };
  return { what: `${what}: p50`, value: `${p50.toFixed(2)} ms`, target };
}

function costRow(what: string, { cpuMicros }: PairsResult['product']): Measure {
  const target = { text: `≤ ${MOST_CPU_MICROS} µs`, met: cpuMicros <= MOST_CPU_MICROS };
  return { what: `${what}: CPU of the API`, value: `${cpuMicros.toFixed(0)} µs`, target };
}

function sideText({ perSecond, p50, p95, cpuMicros, databaseCpuMicros }: PairsResult['floor']): string {
  const times = `p50/p95 ${p50.toFixed(2)}/${p95.toFixed(2)} ms`;
  return `${perSecond.toFixed(0)}/s, ${times}, CPU ${cpuMicros.toFixed(0)} µs + PostgreSQL ${databaseCpuMicros.toFixed(0)} µs`;
}
