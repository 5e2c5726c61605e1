import type { Bench, BenchOptions, BenchReport } from '../bench';
import { median } from '../measure/quantile';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { withApi, withClient, withDatabase } from '../stack/with-stack';
import { bareChecks } from './bare-checks';
import { CheckedService } from './checked-service';
import { checksReport, type CheckRound } from './checks-report';
import { fillTable, makeSource } from './large-source';
import { statementsFor } from './service-statements';
import { checkedTables, FAILING } from './table-checks';

const FULL = { tables: 100, rows: 10_000, rounds: 5 };
const QUICK = { tables: 10, rows: 1_000, rounds: 1 };
/** Readings at a time, of the service and of the floor. */
const CONNECTIONS = 2;

/** W16: many tables checked on their source, beside the same statements sent by a bare client. */
export const checks: Bench = {
  name: 'checks',
  workloads: ['W16'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const { tables, rows, rounds } = quick ? QUICK : FULL;
  log(`making ${tables} tables of ${rows} rows`);
  const source = await makeSource(database, tables);
  const asked = checkedTables(tables);
  await withClient(source.url, async (client) => {
    for (const { schema, table } of asked) await fillTable(client, `${schema}.${table}`, rows);
  });
  const of = { serviceType: 'Postgres', config: source.config, database: source.database };
  const statements: string[][] = [];
  for (const one of asked) statements.push(await statementsFor(of, one));
  return withApi(database, async ({ client }) => {
    const worker = await BenchWorker.start(database);
    try {
      const service = await CheckedService.make(client, worker, of, asked, CONNECTIONS);
      const measured: CheckRound[] = [];
      for (let round = 0; round <= rounds; round++) {
        const floorMs = await bareChecks(source.url, statements, CONNECTIONS);
        const product = await service.check();
        log(`bare client ${floorMs.toFixed(0)} ms, service ${product.ms.toFixed(0)} ms`);
        // The first one warms both up.
        if (round > 0) measured.push({ floorMs, ...product });
      }
      const failing = tables * FAILING;
      const ratio = median(measured.map(({ ms, floorMs }) => ms / floorMs));
      return checksReport({ tables, rows, ratio, rounds: measured, statements: statements.flat().length, failing });
    } finally {
      await worker.stop();
    }
  });
}
