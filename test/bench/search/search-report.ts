import type { BenchReport, Measure } from '../bench';
import { median } from '../measure/quantile';
import type { KindResult } from './measure-kind';
import type { WriteResult } from './measure-writes';

export interface SearchOutcome {
  readonly quick: boolean;
  readonly documents: number;
  /** While the index was filled; undefined: it was full. */
  readonly perSecond: number | undefined;
  readonly kinds: readonly KindResult[];
  readonly writes: WriteResult;
}

const TARGET = { ratio: 2, addedMs: 1, writes: 0.8 };
/** Hits, by the strongest matches first or once more by all, and counts where they are asked for. */
const MOST_STATEMENTS = 3;
/** Kinds whose plans are worth a page. */
const SHOWN_PLANS: readonly string[] = ['mid word', 'common word', 'everything by time'];

export function report(outcome: SearchOutcome): BenchReport {
  const { quick, documents, perSecond, kinds, writes } = outcome;
  return {
    name: 'search',
    title: 'Search on PostgreSQL',
    setting: [
      `${documents} documents with 8 columns each, words by Zipf's law, ${filled(perSecond)}then vacuum analyze${quick ? ' (--quick)' : ''}; the embedded PostgreSQL as it ships`,
      'A bare word is looked for in all twelve weighted fields, live documents only, 10 hits with their documents, totals counted up to 10,000 unless it is said otherwise; one connection, warm',
      'By hand: the statement that somebody would write who knows the tables and has this one search to answer (test/bench/search/bare); it has to find the same page and the same total',
      'The product is all between the question as it is asked and the text of the answer: parsing, looking words up, compiling, searching, reading, highlighting, writing',
      'Added: what the engine takes, from a request that is read and bound to hits, while none of the statements that it compiled is on its way; the median',
      'aroundMs: the same of all of the product, the text of the answer with its marks included; longerMs: how much longer the engine takes than its statements, sent again over the same connections before and behind it: of long ones their noise',
    ],
    measures: [...kinds.flatMap(kindRows), ...writeRows(writes)],
    plans: Object.fromEntries(
      kinds.filter(({ name }) => SHOWN_PLANS.includes(name)).map(({ name, plan }) => [name, plan]),
    ),
    faults: [...kinds.flatMap(({ faults }) => faults), ...kinds.flatMap(statementFaults)],
    raw: outcome,
  };
}

function filled(perSecond: number | undefined): string {
  return perSecond === undefined
    ? 'indexed before, '
    : `rows first, indexes behind (${perSecond.toFixed(0)} a second), `;
}

function kindRows({ name, hits, productMs, bareMs, ratio, addedMs, productP95 }: KindResult): Measure[] {
  return [
    {
      what: `${name} (${hits} hits): p50, product ÷ by hand`,
      value: `${ratio.toFixed(2)} (${productMs.toFixed(2)} ms, p95 ${productP95.toFixed(2)}; by hand ${bareMs.toFixed(2)} ms)`,
      target: { text: `≤ ${TARGET.ratio}`, met: ratio <= TARGET.ratio },
    },
    {
      what: `${name}: added`,
      value: `${addedMs.toFixed(2)} ms`,
      target: { text: `≤ ${TARGET.addedMs} ms`, met: addedMs <= TARGET.addedMs },
    },
  ];
}

function writeRows({ block, product, floor, ratios, singleMs }: WriteResult): Measure[] {
  const ratio = median(ratios);
  return [
    {
      what: `writing ${block} changed documents: product ÷ floor`,
      value: `${ratio.toFixed(2)} (${product.toFixed(0)}/s, ${floor.toFixed(0)}/s)`,
      target: { text: `≥ ${TARGET.writes}`, met: ratio >= TARGET.writes },
    },
    { what: 'writing one document, with its transaction: p50', value: `${singleMs.toFixed(2)} ms` },
  ];
}

function statementFaults({ name, statements }: KindResult): string[] {
  return statements >= 1 && statements <= MOST_STATEMENTS ? [] : [`${name}: ${statements} statements compiled`];
}
