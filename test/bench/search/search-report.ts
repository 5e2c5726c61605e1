import type { BenchReport, Measure } from '../bench';
import { median } from '../measure/quantile';
import type { KindResult } from './measure-kind';
import type { WriteResult } from './measure-writes';

export interface SearchOutcome {
  readonly quick: boolean;
  readonly documents: number;
  readonly perSecond: number;
  readonly kinds: readonly KindResult[];
  readonly writes: WriteResult;
}

const TARGET = { addedMs: 1, writes: 0.8 };
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
      `${documents} documents with 8 columns each, words by Zipf's law, indexed in blocks of 500 (${perSecond.toFixed(0)} a second), then vacuum analyze${quick ? ' (--quick)' : ''}`,
      'A bare word is looked for in all twelve weighted fields, live documents only, 10 hits with their documents, totals counted up to 10,000 unless it is said otherwise; one connection, warm',
      'Floor: the statements that the engine compiled, sent over pg; the product compiles them each time, looks words up in the dictionary and reads the answer',
    ],
    measures: [...kinds.map(kindRow), ...writeRows(writes)],
    plans: Object.fromEntries(
      kinds.filter(({ name }) => SHOWN_PLANS.includes(name)).map(({ name, plan }) => [name, plan]),
    ),
    faults: [...kinds.flatMap(({ faults }) => faults), ...kinds.flatMap(statementFaults)],
    raw: outcome,
  };
}

function kindRow({ name, hits, productMs, floorMs, addedMs, productP95 }: KindResult): Measure {
  return {
    what: `${name} (${hits} hits): p50`,
    value: `${productMs.toFixed(2)} ms (p95 ${productP95.toFixed(2)}), floor ${floorMs.toFixed(2)} ms, added ${addedMs.toFixed(2)} ms`,
    target: { text: `≤ ${TARGET.addedMs} ms added`, met: addedMs <= TARGET.addedMs },
  };
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
