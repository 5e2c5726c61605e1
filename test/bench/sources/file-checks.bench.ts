import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '@app/sources';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { peakWhile } from '../measure/meanwhile';
import { residentMb } from '../measure/process-cost';
import { median } from '../measure/quantile';
import { type BenchDatabase, temporaryFolder } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { withApi, withDatabase } from '../stack/with-stack';
import { CheckedService, type ChecksRun } from './checked-service';
import { statementsFor } from './service-statements';

const FULL = { rows: 5_000_000, rounds: 3 };
const QUICK = { rows: 50_000, rounds: 1 };
const [SCHEMA, TABLE] = ['main', 'orders'];
/** DATA_MEMORY_MB and DATA_THREADS by default: the floor has them too. */
const [MEMORY_MB, THREADS] = [512, 1];
const TARGET = { ratio: 1.2, memoryMb: 600 };

const COLUMNS = {
  id: 'i',
  customer: 'i % 100000',
  amount: '(i % 99999)::decimal(12,2) / 100',
  price: '(i % 1000)::double',
  quantity: 'i % 50',
  // Each hundredth is absent.
  discount: 'case when i % 100 = 0 then null else i % 30 end',
  status: "(['new', 'paid', 'sent', 'closed', 'returned'])[1 + i % 5]",
  country: "(['AT', 'CH', 'DE', 'FR', 'IT'])[1 + i % 5]",
  note: "'note ' || (i % 5000)",
  at: 'now()::timestamp - to_seconds(i % 86400)',
} as const;
const WORDS = JSON.stringify(['new', 'paid', 'sent', 'closed', 'returned']);

const CHECKS: readonly Check[] = [
  ...Object.keys(COLUMNS).map((column): Check => ({ definition: 'columnValuesToBeNotNull', parameters: {}, column })),
  { definition: 'columnValuesToBeUnique', parameters: {}, column: 'id' },
  ...['amount', 'price', 'quantity', 'discount'].map((column): Check => ({
    ...{ definition: 'columnValuesToBeBetween', parameters: { minValue: '0', maxValue: '1000000' }, column },
  })),
  { definition: 'columnValuesToBeInSet', parameters: { allowedValues: WORDS }, column: 'status' },
  {
    definition: 'tableRowInsertedCountToBeBetween',
    parameters: { min: '1', columnName: 'at', rangeType: 'DAY', rangeInterval: '2' },
  },
];
const FAILING = 1;

/** W18: a large file of Parquet checked, beside the same statements in its engine alone. */
export const fileChecks: Bench = {
  name: 'file-checks',
  workloads: ['W18'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

interface Round {
  readonly ms: number;
  readonly floorMs: number;
  readonly peakMb: number;
  readonly runs: readonly ChecksRun[];
}

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const { rows, rounds } = quick ? QUICK : FULL;
  const folder = temporaryFolder();
  const file = join(folder.path, 'files', 'orders.parquet');
  const roots = { DATA_FILES_ROOTS: folder.path };
  try {
    log(`writing ${rows} rows`);
    await writeParquet(file, rows);
    const config = {
      configSource: { type: 'Local', path: join(folder.path, 'files') },
      ...{ databaseName: 'files', tables: [{ schema: SCHEMA, name: TABLE, path: 'orders.parquet' }] },
    };
    const source = { serviceType: 'Datalake', config, database: 'files', roots: [folder.path] };
    const asked = { schema: SCHEMA, table: TABLE, checks: CHECKS };
    const statements = await statementsFor(source, asked);
    return await withApi(
      database,
      async ({ client }) => {
        const worker = await BenchWorker.start(database, roots);
        try {
          const service = await CheckedService.make(client, worker, source, [asked], 1);
          const idleMb = residentMb(worker.pid);
          const measured: Round[] = [];
          for (let round = 0; round < rounds; round++) {
            const floorMs = await engineAlone(file, statements, join(folder.path, 'aside'));
            const { result, peakMb } = await peakWhile(worker.pid, () => service.check());
            log(`engine alone ${floorMs.toFixed(0)} ms, service ${result.ms.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`);
            measured.push({ ...result, floorMs, peakMb });
          }
          return reportOf(rows, statements.length, idleMb, measured);
        } finally {
          await worker.stop();
        }
      },
      roots,
    );
  } finally {
    folder.remove();
  }
}

async function writeParquet(file: string, rows: number): Promise<void> {
  const folder = join(file, '..');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const columns = Object.entries(COLUMNS).map(([name, sql]) => `${sql} as ${name}`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `copy (select ${columns.join(', ')} from range(1, ${rows + 1}) r(i)) to '${file}' (format parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** As long as the engine takes for the statements, opened for them and closed again, in ms. */
async function engineAlone(file: string, statements: readonly string[], aside: string): Promise<number> {
  const begin = performance.now();
  const instance = await DuckDBInstance.create(':memory:', {
    ...{ threads: String(THREADS), memory_limit: `${MEMORY_MB}MB`, temp_directory: aside },
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`create schema if not exists ${SCHEMA}`);
  await connection.run(`create view ${SCHEMA}.${TABLE} as select * from read_parquet('${file}')`);
  for (const sql of statements) await (await connection.run(sql)).getRows();
  connection.closeSync();
  instance.closeSync();
  return performance.now() - begin;
}

function reportOf(rows: number, statements: number, idleMb: number, rounds: readonly Round[]): BenchReport {
  const ratio = median(rounds.map(({ ms, floorMs }) => ms / floorMs));
  const memoryMb = Math.max(...rounds.map(({ peakMb }) => peakMb)) - idleMb;
  const outcomes = rounds.map(({ runs }) => runs.flatMap(({ checks }) => checks));
  const seconds = (times: readonly number[]): string => times.map((ms) => (ms / 1_000).toFixed(2)).join(', ');
  return {
    name: 'file-checks',
    title: 'A large file checked',
    setting: [
      `${rows} rows of ten columns in one file of Parquet; ${CHECKS.length} checks: absent values, duplicates, bounds, a set, new rows; one thread and ${MEMORY_MB} MB for the engine`,
      'Floor: the engine alone, opened for the same statements. Product: from the request to the run that has ended, with its results stored',
    ],
    measures: [
      {
        what: 'time, product ÷ floor',
        value: `${ratio.toFixed(2)}; product ${seconds(rounds.map(({ ms }) => ms))} s; floor ${seconds(rounds.map(({ floorMs }) => floorMs))} s`,
        target: { text: '≤ 1.2', met: ratio <= TARGET.ratio },
      },
      {
        what: 'memory of the worker above idle, at most',
        value: `${memoryMb.toFixed(0)} MB`,
        target: { text: '≤ 600 MB', met: memoryMb <= TARGET.memoryMb },
      },
      { what: 'statements', value: String(statements) },
    ],
    plans: {},
    faults: outcomes.flatMap((checks) => [
      ...checks.flatMap(({ name, status, reason }) => (status === 'Aborted' ? [`${name}: ${reason ?? ''}`] : [])),
      ...(checks.filter(({ status }) => status === 'Failed').length === FAILING ? [] : ['not one check failed']),
    ]),
    raw: rounds.map(({ ms, floorMs, peakMb }) => ({ ms, floorMs, peakMb })),
  };
}
