import type { BenchReport, Measure } from '../bench';
import type { PairsResult, SideResult } from '../measure/pairs';
import { median } from '../measure/quantile';
import type { DatasetFacts } from './dataset';

export interface ReadMeasures {
  readonly many: PairsResult;
  /** An API of two processes, beside `many`. */
  readonly two: PairsResult;
  readonly one: PairsResult;
  readonly halfLoad: PairsResult;
}

export interface ReadOutcome {
  readonly quick: boolean;
  readonly pairs: number;
  readonly sliceMs: number;
  readonly poolSize: number;
  readonly connections: number;
  readonly facts: DatasetFacts;
  readonly measures: ReadMeasures;
  readonly plans: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly string[];
}

/** Product ÷ floor that we aim at. */
const TARGET = { many: 1.2, one: 0.9, halfLoadP99: 1.5 };
/**
 * At most: for what is read, and for the rights of the caller (docs/adr/0211-rights-in-each-request.md). One statement asks for both
 * where a cached text is read.
 */
const STATEMENTS = 2;
/** What the process asks for by itself meanwhile. */
export const OTHER_STATEMENTS = 40;
/** No statement answers more requests than this. */
const MOST_PER_STATEMENT = 64;

export function report(outcome: ReadOutcome): BenchReport {
  const { quick, facts, measures, plans, pairs, sliceMs, poolSize, connections } = outcome;
  return {
    name: 'contract-read',
    title: 'GET of a contract by id and by name',
    setting: [
      `${facts.contracts} contracts with a table and a result each, documents of ${facts.documentBytes} bytes on average, database of ${facts.databaseMb} MB; fixed seed${quick ? ' (--quick)' : ''}`,
      '80 % by id, 20 % by FQN, Zipf (exponent 1), 20 % with If-None-Match, answered with 304',
      `${pairs} pairs of slices of ${sliceMs} ms, floor, product and product of two processes in turn; ${poolSize} database connections for each process; embedded PostgreSQL, durable`,
      'Product: the API with its default settings (RS256 bearer token, permission, validation, ETag of the text, metrics, a log line per request). Floor: bare node:http + pg, one prepared statement that returns body::text, the version as its tag, nothing else',
    ],
    measures: [
      ...phaseRows(`${connections} connections`, measures.many, TARGET.many),
      ...rowsOfTwo(connections, measures.two, TARGET.many),
      ...phaseRows('1 connection', measures.one, TARGET.one),
      halfLoadRow(measures.halfLoad),
      { what: 'peak memory of the API', value: `${measures.halfLoad.product.peakMb.toFixed(0)} MB` },
    ],
    plans,
    faults: [...outcome.faults, ...Object.entries(measures).flatMap(([phase, result]) => faultsOf(phase, result))],
    raw: { quick, facts, ...measures },
  };
}

export function phaseRows(what: string, { floor, product, throughputRatios }: PairsResult, target: number): Measure[] {
  const ratio = median(throughputRatios);
  return [
    {
      what: `${what}: requests/s, product ÷ floor`,
      value: `${ratio.toFixed(2)} (${Math.min(...throughputRatios).toFixed(2)}–${Math.max(...throughputRatios).toFixed(2)})`,
      target: { text: `≥ ${target}`, met: ratio >= target },
    },
    { what: `${what}: product`, value: sideText(product) },
    { what: `${what}: floor`, value: sideText(floor) },
  ];
}

export function sideText(side: SideResult): string {
  const { perSecond, p50, p95, p99, cpuMicros, databaseCpuMicros, statements, requests } = side;
  const sent = statements === undefined ? 1 : statements / requests;
  return [
    `${perSecond.toFixed(0)}/s`,
    `p50/p95/p99 ${[p50, p95, p99].map((ms) => ms.toFixed(2)).join('/')} ms`,
    `CPU ${cpuMicros.toFixed(0)} µs + PostgreSQL ${databaseCpuMicros.toFixed(0)} µs`,
    `${sent.toFixed(2)} statements a request`,
  ].join(', ');
}

/** The rows of an API of two processes; those of the floor stand there already. */
export function rowsOfTwo(connections: number, two: PairsResult, target: number): Measure[] {
  return phaseRows(`${connections} connections, 2 processes`, two, target).slice(0, -1);
}

function halfLoadRow({ floor, product, p99Ratios }: PairsResult): Measure {
  const ratio = median(p99Ratios);
  return {
    what: `p99 at half of the floor's load (${product.perSecond.toFixed(0)}/s), product ÷ floor`,
    value: `${ratio.toFixed(2)} (${product.p99.toFixed(2)} ms ÷ ${floor.p99.toFixed(2)} ms)`,
    target: { text: `≤ ${TARGET.halfLoadP99}`, met: ratio <= TARGET.halfLoadP99 },
  };
}

/** Wrong answers, missing 304s, and statements that are more than two a request or too few to be reads at all. */
export function faultsOf(phase: string, { floor, product }: PairsResult): string[] {
  const faults = [...floor.faults, ...product.faults].map((fault) => `${phase}: ${fault}`);
  for (const [name, { requests, notModified }] of Object.entries({ floor, product })) {
    if (requests === 0 || notModified === 0)
      faults.push(`${phase}: ${name} answered ${requests}, ${notModified} by 304`);
  }
  const { statements = 0, requests } = product;
  if (statements > STATEMENTS * requests + OTHER_STATEMENTS)
    faults.push(`${phase}: ${statements} statements for ${requests} requests`);
  const fewest = phase === 'one' ? requests : requests / MOST_PER_STATEMENT;
  if (statements < fewest)
    faults.push(
      `${phase}: only ${statements} statements for ${requests} requests: nothing may be answered from memory`,
    );
  return faults;
}
