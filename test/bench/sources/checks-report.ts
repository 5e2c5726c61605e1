import type { BenchReport } from '../bench';
import type { ChecksRun } from './checked-service';

/** All tables checked once by the service, and once by the floor. */
export interface CheckRound {
  readonly floorMs: number;
  readonly ms: number;
  /** Sent to the source by the service. */
  readonly statements: number;
  readonly runs: readonly ChecksRun[];
}

export interface ChecksOutcome {
  readonly tables: number;
  readonly rows: number;
  /** The median of the rounds, service ÷ floor. */
  readonly ratio: number;
  readonly rounds: readonly CheckRound[];
  /** Of all tables together, by which the checks are computed. */
  readonly statements: number;
  /** Checks that do not hold, of all tables together. */
  readonly failing: number;
}

const MOST_RATIO = 1.2;

export function checksReport(outcome: ChecksOutcome): BenchReport {
  const { tables, rows, ratio, rounds, statements } = outcome;
  const ratios = rounds.map(({ ms, floorMs }) => ms / floorMs).sort((one, other) => one - other);
  const seconds = (times: readonly number[]): string => times.map((ms) => (ms / 1_000).toFixed(2)).join(', ');
  return {
    name: 'checks',
    title: 'Many tables checked on their source',
    setting: [
      `${tables} tables of ${rows} rows and 20 columns in PostgreSQL, on the server that has the catalog as well; ten checks of each; two readings at a time`,
      'Floor: a bare client that sends the same statements in the same sessions, a connection for each table. Product: from the requests to the last run that has ended, with its results stored',
    ],
    measures: [
      {
        what: 'time, product ÷ floor',
        value: `${ratio.toFixed(2)} (${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)})`,
        target: { text: '≤ 1.2', met: ratio <= MOST_RATIO },
      },
      { what: 'product, s', value: seconds(rounds.map(({ ms }) => ms)) },
      { what: 'floor, s', value: seconds(rounds.map(({ floorMs }) => floorMs)) },
      { what: 'statements that scan a table', value: (statements / tables).toFixed(1) },
    ],
    plans: {},
    faults: rounds.flatMap((round) => faultsOf(round, outcome)),
    raw: { ...outcome, rounds: rounds.map(({ floorMs, ms, statements: sent }) => ({ floorMs, ms, sent })) },
  };
}

function faultsOf({ runs }: CheckRound, { failing }: ChecksOutcome): string[] {
  const outcomes = runs.flatMap(({ checks }) => checks);
  const failed = outcomes.filter(({ status }) => status === 'Failed').length;
  const aborted = outcomes.filter(({ status }) => status === 'Aborted');
  return [
    ...(failed === failing ? [] : [`${failed} checks failed in place of ${failing}`]),
    ...aborted.map(({ name, reason }) => `${name} could not be computed: ${reason ?? ''}`),
  ];
}
