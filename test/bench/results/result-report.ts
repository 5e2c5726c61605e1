import type { BenchReport, Measure } from '../bench';
import { pairText } from '../measure/pair-text';
import { median } from '../measure/quantile';
import type { LongListResult } from './long-list';
import type { PushResult, PushSide } from './push';
import type { SummaryResult } from './summary';
import type { WindowsResult } from './windows';

export interface ResultsOutcome {
  readonly quick: boolean;
  readonly contracts: number;
  readonly history: number;
  readonly peakMb: number;
  readonly pushes: readonly PushResult[];
  readonly windows: readonly WindowsResult[];
  readonly long: LongListResult;
  readonly summary: SummaryResult;
  readonly statements: { readonly page: number; readonly push: number; readonly faults: readonly string[] };
  readonly plans: Readonly<Record<string, readonly string[]>>;
}

const TARGET = { push: [0.9, 0.7], page: 2, spread: 1.3, heldMs: 20, rssMb: 30 } as const;

export function report(outcome: ResultsOutcome): BenchReport {
  const { quick, contracts, history, pushes, windows, long, summary, statements, plans } = outcome;
  return {
    name: 'results',
    title: 'Results pushed and listed',
    setting: [
      `${contracts} contracts; each push is a new result of some 300 bytes for the next of them${quick ? ' (--quick)' : ''}`,
      'Floor of a push: node:http, JSON.parse, one prepared upsert (of a batch: one `unnest` statement) into a table with the same indexes and no triggers; no token, no check, no lock. Beside it the same statement on the table of the product, whose triggers keep counts and latest results. fsync and synchronous_commit are on; after the slices every answered result is counted in the table, every count by hour and by day and every latest result is made anew and compared',
      `Lists: one contract with ${history} results over the last year; windows of chance, between 100 results and all, read 5 times by each side in turn; ids, order and total of each are checked. Floor: bare node:http + pg, the page's rows by one prepared statement, without total and cursors; beside it the statement alone, without HTTP`,
      'How long the event loop was held: the longest delay of the process by its own histogram, which tells the work of a neighbour that took the processor from work of its own only by the value of an idle second',
    ],
    measures: [
      ...of(
        'W3',
        pushes.flatMap((push, at) => pushRows(push, TARGET.push[at] as number)),
      ),
      ...of('W4', [...windows.flatMap(windowRows), ...longRows(long)]),
      {
        what: 'summary of a year by days, whole history in it',
        value: `${median(summary.ms).toFixed(1)} ms, ${summary.statements.toFixed(2)} statements`,
      },
      { what: 'statements on contracts and results: a page, a push', value: `${statements.page}, ${statements.push}` },
      { what: 'memory of the API, the most', value: `${outcome.peakMb.toFixed(0)} MB` },
    ],
    plans,
    faults: [
      ...[...pushes, ...windows, long, summary, statements].flatMap(({ faults }) => faults),
      ...windows
        .filter((one) => one.statements > MOST_STATEMENTS)
        .map((one) => `limit ${one.limit}: ${one.statements} statements a page`),
    ],
    raw: { ...outcome, plans: undefined },
  };
}

const of = (workload: string, measures: readonly Measure[]): Measure[] =>
  measures.map((measure) => ({ ...measure, workload }));

/** One for the page, one for the rights of the caller, and what the process asks for by itself meanwhile. */
const MOST_STATEMENTS = 2.5;

const ratios = (product: PushSide, floor: PushSide): number[] =>
  product.perSecond.map((rate, pair) => rate / (floor.perSecond[pair] as number));

const cost = ({ cpu, databaseCpu, results }: PushSide): string =>
  `${(cpu / results).toFixed(0)} + ${(databaseCpu / results).toFixed(0)} µs`;

function pushRows({ what, floor, triggers, product }: PushResult, target: number): Measure[] {
  const ratio = ratios(product, floor);
  const sides = [product, triggers, floor];
  const each = (of: (side: PushSide) => string): string => sides.map(of).join(', ');
  return [
    {
      what: `${what}: product ÷ floor`,
      value: `${pairText(ratio)}; ${each(({ perSecond }) => median(perSecond).toFixed(0))} results/s (product, floor with triggers, floor)`,
      target: { text: `≥ ${target}`, met: median(ratio) >= target },
    },
    { what: `${what}: product ÷ floor with triggers`, value: pairText(ratios(product, triggers)) },
    {
      what: `${what}: p50, p99 of a request`,
      value: each(({ p50, p99 }) => `${median(p50).toFixed(1)}, ${median(p99).toFixed(1)} ms`),
    },
    { what: `${what}: CPU a result, process + PostgreSQL`, value: each(cost) },
  ];
}

function windowRows({ limit, ratios: each, floorMs, productMs, statements, ...alone }: WindowsResult): Measure[] {
  const spread = (ms: readonly number[]): number => Math.max(...ms) / Math.min(...ms);
  return [
    {
      what: `a page of ${limit}, ${each.length} windows: product ÷ floor`,
      value: `${pairText(each)}; ${median(productMs).toFixed(2)} ÷ ${median(floorMs).toFixed(2)} ms, ${statements.toFixed(2)} statements`,
      ...(limit === 10 && { target: { text: `≤ ${TARGET.page}`, met: median(each) <= TARGET.page } }),
    },
    {
      what: `a page of ${limit}, ${each.length} windows: product ÷ the statement alone`,
      value: `${pairText(alone.statementRatios)}; ${median(alone.statementMs).toFixed(2)} ms`,
    },
    {
      what: `a page of ${limit}: slowest ÷ fastest window`,
      value: `${spread(productMs).toFixed(2)} (floor: ${spread(floorMs).toFixed(2)})`,
      target: { text: `≤ ${TARGET.spread}`, met: spread(productMs) <= TARGET.spread },
    },
  ];
}

function longRows({
  results,
  floorMs,
  productMs,
  firstByteMs,
  heldMs,
  idleHeldMs,
  restMb,
  peakMb,
}: LongListResult): Measure[] {
  const held = Math.max(...heldMs);
  const more = peakMb - restMb;
  return [
    {
      what: `a list of ${results}, streamed: product ÷ floor`,
      value: `${pairText(productMs.map((ms, pair) => ms / (floorMs[pair] as number)))}; ${median(productMs).toFixed(0)} ÷ ${median(floorMs).toFixed(0)} ms, first byte after ${median(firstByteMs).toFixed(1)} ms`,
    },
    {
      what: 'meanwhile the event loop was held for, longest and median of the lists',
      value: `${held.toFixed(1)}, ${median(heldMs).toFixed(1)} ms (an idle second: ${idleHeldMs.toFixed(1)} ms)`,
      target: { text: `≤ ${TARGET.heldMs} ms`, met: held <= TARGET.heldMs },
    },
    {
      what: 'meanwhile memory rose by',
      value: `${more.toFixed(1)} MB`,
      target: { text: `≤ ${TARGET.rssMb} MB`, met: more <= TARGET.rssMb },
    },
  ];
}
