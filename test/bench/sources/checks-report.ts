import type { BenchReport } from '../bench';
import { median } from '../measure/quantile';
import type { ChecksRun } from './checked-service';

/** All tables checked once by the service, and once by the floor. */
export interface CheckRound {
  readonly floorMs: number;
  readonly ms: number;
  /** Sent to the source by the service. */
  readonly statements: number;
  readonly runs: readonly ChecksRun[];
}

/** All tables at one size. */
export interface ChecksOutcome {
  /** Of each table. */
  readonly rows: number;
  readonly rounds: readonly CheckRound[];
  /** Of all tables together, by which the checks are computed. */
  readonly statements: number;
}

const MOST_RATIO = 1.2;

/** @param failing checks that do not hold, of all tables together */
export function checksReport(tables: number, failing: number, outcomes: readonly ChecksOutcome[]): BenchReport {
  return {
    name: 'checks',
    title: 'Many tables checked on their source',
    setting: [
      `${tables} tables of 20 columns in PostgreSQL, on the server that has the catalog as well; ten checks of each; two readings at a time`,
      'Floor: a bare client that asks the same by two statements a table, written by hand, in the same sessions, a connection for each table. Product: from the requests to the last run that has ended, with its results stored',
    ],
    measures: outcomes.flatMap((outcome) => measuresOf(tables, outcome)),
    plans: {},
    faults: outcomes.flatMap(({ rounds }) => rounds.flatMap((round) => faultsOf(round, failing))),
    raw: outcomes.map(({ rows, rounds }) => ({
      rows,
      rounds: rounds.map(({ floorMs, ms, statements: sent }) => ({ floorMs, ms, sent })),
    })),
  };
}

function measuresOf(tables: number, { rows, rounds, statements }: ChecksOutcome): BenchReport['measures'] {
  const ratios = rounds.map(({ ms, floorMs }) => ms / floorMs).sort((one, other) => one - other);
  const ratio = median(ratios);
  const [product, floor] = [median(rounds.map(({ ms }) => ms)), median(rounds.map(({ floorMs }) => floorMs))];
  const [least, most] = [ratios[0]!, ratios.at(-1)!];
  return [
    {
      what: `${rows} rows each: time, product ÷ floor`,
      value:
        `${ratio.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)}); ` +
        `${(product / 1_000).toFixed(2)} ÷ ${(floor / 1_000).toFixed(2)} s; a table takes ${((product - floor) / tables).toFixed(1)} ms more`,
      target: { text: '≤ 1.2', met: ratio <= MOST_RATIO },
    },
    { what: `${rows} rows each: statements that scan a table`, value: (statements / tables).toFixed(1) },
  ];
}

function faultsOf({ runs }: CheckRound, failing: number): string[] {
  const outcomes = runs.flatMap(({ checks }) => checks);
  const failed = outcomes.filter(({ status }) => status === 'Failed').length;
  const aborted = outcomes.filter(({ status }) => status === 'Aborted');
  return [
    ...(failed === failing ? [] : [`${failed} checks failed in place of ${failing}`]),
    ...aborted.map(({ name, reason }) => `${name} could not be computed: ${reason ?? ''}`),
  ];
}
