import type { Bench, BenchOptions, BenchReport } from '../bench';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { withApi, withClient, withDatabase } from '../stack/with-stack';
import { bareChecks } from './bare-checks';
import { CheckedService } from './checked-service';
import { checksReport, type CheckRound, type ChecksOutcome } from './checks-report';
import { fillTable, makeSource, type LargeSource } from './large-source';
import { type Asked, statementsFor } from './service-statements';
import { checkedTables, FAILING, statementsByHand } from './table-checks';

/** Rows of each table: what a run takes beside its statements weighs less the larger the tables are. */
const FULL = { tables: 100, sizes: [10_000, 100_000], rounds: 5 };
const QUICK = { tables: 10, sizes: [1_000], rounds: 1 };
/** Readings at a time, of the service and of the floor. */
const CONNECTIONS = 2;

/** W16: many tables checked on their source, beside statements written by hand that a bare client sends. */
export const checks: Bench = {
  name: 'checks',
  workloads: ['W16'],
  isPublished: true,
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const { tables, sizes, rounds } = quick ? QUICK : FULL;
  const source = await makeSource(database, tables);
  const asked = checkedTables(tables);
  const of = { serviceType: 'Postgres', config: source.config, database: source.database };
  return withApi(database, async ({ client }) => {
    const worker = await BenchWorker.start(database);
    try {
      const service = await CheckedService.make(client, worker, of, asked, CONNECTIONS);
      const outcomes: ChecksOutcome[] = [];
      for (const rows of sizes) {
        log(`${tables} tables of ${rows} rows`);
        await fill(source, asked, rows);
        const byHand = asked.map(statementsByHand);
        const measured = await measure(rounds, () => bareChecks(source.url, byHand, CONNECTIONS), service, log);
        const statements: string[][] = [];
        for (const one of asked) statements.push(await statementsFor(of, one));
        outcomes.push({ rows, rounds: measured, statements: statements.flat().length });
      }
      return checksReport(tables, tables * FAILING, outcomes);
    } finally {
      await worker.stop();
    }
  });
}

function fill({ url }: LargeSource, asked: readonly Asked[], rows: number): Promise<void> {
  return withClient(url, async (client) => {
    for (const { schema, table } of asked) {
      await client.query(`truncate ${schema}.${table}`);
      await fillTable(client, `${schema}.${table}`, rows);
    }
  });
}

async function measure(
  rounds: number,
  floor: () => Promise<number>,
  service: CheckedService,
  log: BenchOptions['log'],
): Promise<CheckRound[]> {
  const measured: CheckRound[] = [];
  for (let round = 0; round <= rounds; round++) {
    const floorMs = await floor();
    const product = await service.check();
    log(`bare client ${floorMs.toFixed(0)} ms, service ${product.ms.toFixed(0)} ms`);
    // The first one warms both up.
    if (round > 0) measured.push({ floorMs, ...product });
  }
  return measured;
}
