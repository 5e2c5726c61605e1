import type { BenchReport, Measure } from '../bench';
import { pairText } from '../measure/pair-text';
import { median, quantile } from '../measure/quantile';
import type { BehindResult } from './behind-backlog';
import type { DrainResult, DrainSide } from './drain';
import type { IdleResult, IdleSide } from './idle';
import { JUDGED } from './judged-contracts';
import { CONCURRENCY } from './rivals';

export interface BackendResult {
  readonly backend: string;
  readonly idle: IdleResult;
  readonly drain: DrainResult;
}

interface ValidateOutcome {
  readonly quick: boolean;
  readonly contracts: number;
  readonly backends: readonly BackendResult[];
  readonly behind: BehindResult;
}

const TARGET = { p50: 1.5, p99: 2, drain: 1, startMs: 1_000 };

export function report(outcome: ValidateOutcome): BenchReport {
  const { quick, contracts, backends, behind } = outcome;
  return {
    name: 'validate',
    title: 'Contracts validated',
    setting: [
      `${contracts} contracts of ${JUDGED.columns} columns, ${JUDGED.rules} rules, ${JUDGED.tests} references to test cases with results, an SLA; one API, one worker with its defaults (${CONCURRENCY} places)${quick ? ' (--quick)' : ''}`,
      'Floor: node:http inserts a run, adds a job by BullMQ on the same backend, waits for a notification; a worker with as many places reads the contract and ends the run by one fenced update. It judges nothing, reads no asset and no evidence, claims nothing, keeps no history',
      'Idle: POST → terminal answer, one at a time, slices in turn; each answer is looked at for what was judged',
      'Backlog: one of the floor, one of the product, in turn; timed from when its rows and jobs are all there until 95 % of its runs have ended; the worker of the product looks for forgotten runs meanwhile, as ever. At the end no run is left and none was aborted',
      'Each contract had a result of the status that its run comes to, unless it is said otherwise. The tables are not in the search index',
      `Behind a backlog: ${behind.backlog} runs that nobody waits for, one that somebody does, again and again; a start is the answer less the run’s own time`,
      ...(backends.length > 1 ? [] : ['Redis was not measured: neither REDIS_URL nor TEST_REDIS_URL was set']),
    ],
    measures: [...backends.flatMap(backendRows), ...behindRows(behind)],
    plans: {},
    faults: [...backends.flatMap(({ idle, drain }) => [...idle.faults, ...drain.faults]), ...behind.faults],
    raw: outcome,
  };
}

function backendRows({ backend, idle, drain }: BackendResult): Measure[] {
  const ratio = (of: (side: IdleSide) => readonly number[]): number[] =>
    of(idle.product).map((ms, pair) => ms / (of(idle.floor)[pair] as number));
  const [p50, p99] = [ratio((side) => side.p50), quantileOf(idle.product, 0.99) / quantileOf(idle.floor, 0.99)];
  const rates = drain.product.perSecond.map((rate, pair) => rate / (drain.floor.perSecond[pair] as number));
  return [
    {
      what: `${backend}, idle: p50, product ÷ floor`,
      value: `${pairText(p50)}; ${quantileOf(idle.product, 0.5).toFixed(1)} ÷ ${quantileOf(idle.floor, 0.5).toFixed(1)} ms`,
      target: { text: `≤ ${TARGET.p50}`, met: median(p50) <= TARGET.p50 },
    },
    {
      what: `${backend}, idle: p99 of all slices, product ÷ floor`,
      value: `${p99.toFixed(2)}; ${quantileOf(idle.product, 0.99).toFixed(1)} ÷ ${quantileOf(idle.floor, 0.99).toFixed(1)} ms`,
      target: { text: `≤ ${TARGET.p99}`, met: p99 <= TARGET.p99 },
    },
    {
      what: `${backend}, idle: CPU a validation, processes + PostgreSQL`,
      value: [idle.product, idle.floor]
        .map(({ cpu, databaseCpu, all }) => cost(cpu, databaseCpu, all.length))
        .join(' ÷ '),
    },
    {
      what: `${backend}, backlogs of ${drain.backlog}: validations/s, product ÷ floor`,
      value: `${pairText(rates)}; ${median(drain.product.perSecond).toFixed(0)} ÷ ${median(drain.floor.perSecond).toFixed(0)}`,
      target: { text: `≥ ${TARGET.drain}`, met: median(rates) >= TARGET.drain },
    },
    {
      what: `${backend}, backlog of changed statuses, each of which changes a search document: validations/s`,
      value: drain.changedPerSecond.map((rate) => rate.toFixed(0)).join(', '),
    },
    {
      what: `${backend}, backlog: CPU a validation, worker + PostgreSQL`,
      value: [drain.product, drain.floor]
        .map(({ cpu, databaseCpu, ended }) => cost(cpu, databaseCpu, ended))
        .join(' ÷ '),
    },
    {
      what: `${backend}, backlog: memory of the worker, the most`,
      value: [drain.product, drain.floor].map(({ peakMb }: DrainSide) => `${peakMb.toFixed(0)} MB`).join(' ÷ '),
    },
  ];
}

const cost = (cpu: number, databaseCpu: number, times: number): string =>
  `${(cpu / times).toFixed(0)} + ${(databaseCpu / times).toFixed(0)} µs`;

const quantileOf = ({ all }: IdleSide, q: number): number =>
  quantile(
    [...all].sort((a, b) => a - b),
    q,
  );

function behindRows({ backlog, left, answerMs, startMs }: BehindResult): Measure[] {
  const most = Math.max(...startMs);
  return [
    {
      what: `asked for behind ${backlog} scheduled runs: longest wait for the start`,
      value: `${most.toFixed(0)} ms of ${startMs.length} (median ${median(startMs).toFixed(0)} ms; answer: ${median(answerMs).toFixed(0)} ms; ${left} runs were left)`,
      target: { text: `≤ ${TARGET.startMs} ms`, met: most <= TARGET.startMs },
    },
  ];
}
