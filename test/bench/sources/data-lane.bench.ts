import type { Bench, BenchOptions, BenchReport } from '../bench';
import { seededContract, seededTable } from '../contract-read/dataset';
import { Neighbours } from '../lineage-export/neighbours';
import { Asker, requestBytes } from '../load/asker';
import { during } from '../measure/meanwhile';
import { median, quantile } from '../measure/quantile';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { withApi, withClient, withDatabase } from '../stack/with-stack';
import { makeJudgedContracts } from '../validate/judged-contracts';
import { bareChecks } from './bare-checks';
import { CheckedService, type ChecksRun } from './checked-service';
import { fillTable, makeSource } from './large-source';
import { statementsFor } from './service-statements';
import { checkedTables } from './table-checks';

const FULL = { tables: 12, rows: 100_000, contracts: 1_000, rounds: 5, sliceMs: 8_000 };
const QUICK = { tables: 4, rows: 2_000, contracts: 50, rounds: 1, sliceMs: 1_000 };
/** Tables that are read at a time. */
const CONNECTIONS = 1;
const MOST_RATIO = 1.2;

const SIDES = ['alone', 'beside', 'besideFloor'] as const;
/** What goes on meanwhile: nothing, checks of the service, or the same statements of a bare client. */
type Side = (typeof SIDES)[number];

/** The p99 of each slice, in ms. */
type Slices = Record<Side, number[]>;

/** Who is not to notice the lane: readers of tables, and those who wait for a validation. */
interface Others {
  readonly reads: Slices;
  readonly validations: Slices;
}

/** W19: reads and validations beside checks on a source. */
export const dataLane: Bench = {
  name: 'data-lane',
  workloads: ['W19'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  log(`making ${size.tables} tables of ${size.rows} rows`);
  const source = await makeSource(database, size.tables);
  const asked = checkedTables(size.tables);
  await withClient(source.url, async (client) => {
    for (const { schema, table } of asked) await fillTable(client, `${schema}.${table}`, size.rows);
  });
  const of = { serviceType: 'Postgres', config: source.config, database: source.database };
  const statements: string[][] = [];
  for (const one of asked) statements.push(await statementsFor(of, one));
  return withApi(database, async (api) => {
    await makeJudgedContracts(api.client, database.url, { count: size.contracts, tested: size.contracts });
    const worker = await BenchWorker.start(database);
    try {
      const service = await CheckedService.make(api.client, worker, of, asked, CONNECTIONS);
      const runs: ChecksRun[] = [];
      const work = {
        alone: undefined,
        beside: async () => void runs.push(...(await service.checkInTurn())),
        besideFloor: () => bareChecks(source.url, statements, CONNECTIONS),
      };
      const { others, faults } = await measureOthers(api, work, size, log);
      return report(size, others, [...faults, ...abortedIn(runs)], runs.length);
    } finally {
      await worker.stop();
    }
  });
}

async function measureOthers(
  api: BenchApi,
  work: Readonly<Record<Side, (() => Promise<unknown>) | undefined>>,
  { contracts, rounds, sliceMs }: typeof FULL,
  log: (line: string) => void,
): Promise<{ readonly others: Others; readonly faults: readonly string[] }> {
  const tables = Array.from({ length: contracts }, (_, at) => seededTable(at + 1).fqn);
  const neighbours = await Neighbours.start(api, tables);
  const asker = await Asker.open(api.port);
  const others: Others = { reads: noSlices(), validations: noSlices() };
  const faults: string[] = [];
  const measured = async (): Promise<{ readonly reads: number; readonly validations: number }> => {
    const slice = await neighbours.run(sliceMs);
    faults.push(...slice.faults);
    return { reads: slice.p99, validations: await validated(api, asker, contracts, sliceMs, faults) };
  };
  try {
    // The first slices warm all sides up.
    for (let round = 0; round <= rounds; round++) {
      for (const side of SIDES) {
        const { reads, validations } = await during(work[side], measured);
        log(`${side}: reads ${reads.toFixed(1)} ms, validations ${validations.toFixed(1)} ms`);
        if (round === 0) continue;
        others.reads[side].push(reads);
        others.validations[side].push(validations);
      }
    }
    return { others, faults };
  } finally {
    neighbours.stop();
    asker.close();
  }
}

const noSlices = (): Slices => ({ alone: [], beside: [], besideFloor: [] });

/** Contracts validated one after the other. @returns the p99 of their times, in ms */
async function validated(
  { client }: BenchApi,
  asker: Asker,
  contracts: number,
  sliceMs: number,
  faults: string[],
): Promise<number> {
  const headers = { Authorization: `Bearer ${client.token}` };
  const times: number[] = [];
  const end = performance.now() + sliceMs;
  for (let n = 0; performance.now() < end; n++) {
    const { id } = seededContract(1 + (n % contracts));
    const answer = await asker.ask(requestBytes('POST', `/api/v1/dataContracts/${id}/validate`, headers));
    if (answer.status !== 200 && faults.length < 5) faults.push(`${answer.status} ${answer.body.toString()}`);
    times.push(answer.ms);
  }
  return quantile(
    times.sort((one, other) => one - other),
    0.99,
  );
}

function abortedIn(runs: readonly ChecksRun[]): string[] {
  const aborted = runs.flatMap(({ checks }) => checks).filter(({ status }) => status === 'Aborted');
  return aborted.slice(0, 5).map(({ name, reason }) => `${name} could not be computed: ${reason ?? ''}`);
}

function report(
  { tables, rows, rounds }: typeof FULL,
  others: Others,
  faults: readonly string[],
  readings: number,
): BenchReport {
  const measures = (Object.keys(others) as (keyof Others)[]).map((what) => {
    const [alone, beside, besideFloor] = SIDES.map((side) => median(others[what][side])) as [number, number, number];
    const ratio = beside / alone;
    return {
      what: `${what}: p99 beside checks ÷ alone`,
      value:
        `${ratio.toFixed(2)} (${beside.toFixed(1)} ms ÷ ${alone.toFixed(1)} ms); ` +
        `beside the bare client ÷ alone: ${(besideFloor / alone).toFixed(2)} (${besideFloor.toFixed(1)} ms)`,
      target: { text: '≤ 1.2', met: ratio <= MOST_RATIO },
    };
  });
  return {
    name: 'data-lane',
    title: 'Reads and validations beside checks on a source',
    setting: [
      `${tables} tables of ${rows} rows and 20 columns in PostgreSQL, on the server that has the catalog as well, checked again and again, one at a time; meanwhile 100 tables a second are read, then contracts validated one after the other; medians of ${rounds} slices each`,
      'The source takes a processor of the same machine: beside a bare client that sends the same statements others are slowed by the source alone',
    ],
    measures: [...measures, { what: 'tables checked meanwhile', value: String(readings) }],
    plans: {},
    faults,
    raw: others,
  };
}
