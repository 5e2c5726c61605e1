import type { BenchReport, Measure } from '../bench';
import { median, quantile } from '../measure/quantile';
import type { GraphSize, MadeGraph } from './made-graph';

export interface CaseResult {
  readonly what: string;
  /** Of an export, on average. */
  readonly rows: number;
  /** Of each pair, in their order. */
  readonly floorMs: readonly number[];
  readonly productMs: readonly number[];
  readonly firstByteMs: readonly number[];
  /** The API's memory before, and at most meanwhile. */
  readonly restMb: number;
  readonly peakMb: number;
  readonly faults: readonly string[];
}

export interface OthersResult {
  /** p99 of single reads in ms, slice by slice: alone, beside exports that never pause, and beside their floor. */
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly besideFloor: readonly number[];
  readonly exports: number;
  readonly faults: readonly string[];
}

export interface SlowResult {
  readonly readers: number;
  /** Bytes that they took. */
  readonly taken: number;
  /** Connections of the service that were busy after all that time. */
  readonly held: number;
  readonly restMb: number;
  readonly peakMb: number;
  readonly alone: number;
  readonly beside: number;
}

export interface ExportOutcome {
  readonly quick: boolean;
  readonly size: GraphSize;
  readonly graph: MadeGraph;
  readonly cases: readonly CaseResult[];
  readonly unordered: number;
  readonly others: OthersResult;
  readonly slow: SlowResult;
}

const TARGET = { ratio: 1.5, firstByteMs: 500, moreMb: 64, others: 1.5 };
/** Rows of the largest export: fewer would show nothing. */
const FEWEST_ROWS = 200_000;

export function report(outcome: ExportOutcome): BenchReport {
  const { quick, size, graph, cases, others, slow } = outcome;
  return {
    name: 'lineage-export',
    title: 'Export of lineage as CSV',
    setting: [
      `${graph.edges} edges between ${size.nodes} tables: ${size.hubs} hubs with ${size.neighbours} neighbours on each side, ${size.selves} self edges, ${size.pairs} pairs in a circle, ${size.diamonds} diamonds, ${size.random} of chance; a quarter with SQL; fixed seed${quick ? ' (--quick)' : ''}`,
      'Product: GET /v1/lineage/export over HTTP with a bearer token, default settings, read as fast as it comes. Floor: breadth-first by sets of nodes in a temporary table, then one COPY TO STDOUT of the same rows with the same names in the same order. Floor and product in turn; every export has the rows of its floor, byte for byte. Memory before: that of an API which has served one export of the kind, 2 s after it',
      `Others: 100 reads of single tables a second over 4 connections, alone, beside exports of hub, 3×3, one after the other (${others.exports} of them), and beside the floor of the same. Slow readers: ${slow.readers} of hub, 3×3, at 10 KB/s each`,
    ],
    measures: [...cases.flatMap(caseRows), unorderedRow(outcome), ...othersRows(others), ...slowRows(slow)],
    plans: {},
    faults: [...cases.flatMap(({ faults }) => faults), ...others.faults, ...sizeFaults(outcome), ...slowFaults(slow)],
    raw: { quick, size, edges: graph.edges, cases, unordered: outcome.unordered, others, slow },
  };
}

function caseRows({ what, rows, floorMs, productMs, firstByteMs, restMb, peakMb }: CaseResult): Measure[] {
  const ratios = productMs.map((ms, pair) => ms / (floorMs[pair] as number));
  const ratio = median(ratios);
  const first = quantile(Float64Array.from(firstByteMs).sort(), 0.95);
  return [
    {
      what: `${what}: product ÷ floor`,
      value: `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}; ${median(productMs).toFixed(0)} ms ÷ ${median(floorMs).toFixed(0)} ms, ${rows.toFixed(0)} rows)`,
      target: { text: `≤ ${TARGET.ratio}`, met: ratio <= TARGET.ratio },
    },
    {
      what: `${what}: first byte, p95`,
      value: `${first.toFixed(0)} ms`,
      target: { text: `≤ ${TARGET.firstByteMs} ms`, met: first <= TARGET.firstByteMs },
    },
    {
      what: `${what}: memory of the API above what it had`,
      value: `${(peakMb - restMb).toFixed(0)} MB (${restMb.toFixed(0)} → ${peakMb.toFixed(0)} MB)`,
      target: { text: `≤ ${TARGET.moreMb} MB`, met: peakMb - restMb <= TARGET.moreMb },
    },
  ];
}

function unorderedRow({ unordered }: ExportOutcome): Measure {
  return { what: 'hub, 3×3: floor without any order, for comparison', value: `${unordered.toFixed(0)} ms` };
}

function othersRows({ alone, beside, besideFloor }: OthersResult): Measure[] {
  const against = (some: readonly number[], than: readonly number[]): [number, string] => {
    const ratio = median(some.map((ms, slice) => ms / (than[slice] as number)));
    return [ratio, `${ratio.toFixed(2)} (${median(some).toFixed(1)} ms ÷ ${median(than).toFixed(1)} ms)`];
  };
  const [ratio, value] = against(beside, alone);
  return [
    {
      what: 'p99 of others beside exports ÷ alone',
      value,
      target: { text: `≤ ${TARGET.others}`, met: ratio <= TARGET.others },
    },
    { what: 'p99 of others beside the floor ÷ alone, for comparison', value: against(besideFloor, alone)[1] },
    { what: 'p99 of others beside exports ÷ beside the floor', value: against(beside, besideFloor)[1] },
  ];
}

function slowRows({ taken, held, restMb, peakMb, alone, beside }: SlowResult): Measure[] {
  const ratio = beside / alone;
  return [
    {
      what: 'slow readers: connections held',
      value: `${held} (${(taken / 1024).toFixed(0)} KiB taken)`,
      target: { text: '0', met: held === 0 },
    },
    {
      what: 'slow readers: memory of the API above what it had',
      value: `${(peakMb - restMb).toFixed(0)} MB`,
      target: { text: `≤ ${TARGET.moreMb} MB`, met: peakMb - restMb <= TARGET.moreMb },
    },
    {
      what: 'slow readers: p99 of others beside them ÷ alone',
      value: `${ratio.toFixed(2)} (${beside.toFixed(1)} ms ÷ ${alone.toFixed(1)} ms)`,
      target: { text: `≤ ${TARGET.others}`, met: ratio <= TARGET.others },
    },
  ];
}

function sizeFaults({ quick, cases }: ExportOutcome): string[] {
  const largest = Math.max(...cases.map(({ rows }) => rows));
  return quick || largest >= FEWEST_ROWS ? [] : [`the largest export has ${largest} rows only`];
}

function slowFaults({ held, taken }: SlowResult): string[] {
  return [
    ...(held === 0 ? [] : [`slow readers hold ${held} connections`]),
    ...(taken > 0 ? [] : ['slow readers took nothing']),
  ];
}
