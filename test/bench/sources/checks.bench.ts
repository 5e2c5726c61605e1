import type { Check } from '@app/sources';
import { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { median } from '../measure/quantile';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { withApi, withClient, withDatabase } from '../stack/with-stack';
import { CheckedService } from './checked-service';
import { checksReport, type CheckRound } from './checks-report';
import { fillTable, makeSource } from './large-source';
import { type Asked, statementsFor } from './service-statements';

const FULL = { tables: 100, rows: 10_000, rounds: 5 };
const QUICK = { tables: 10, rows: 1_000, rounds: 1 };
/** Readings at a time, of the service and of the floor. */
const CONNECTIONS = 2;

const CHECKS: readonly Check[] = [
  { definition: 'tableRowCountToBeBetween', parameters: { minValue: '1' } },
  { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'id' },
  { definition: 'columnValuesToBeUnique', parameters: {}, column: 'id' },
  { definition: 'columnValuesToBeBetween', parameters: { minValue: '0', maxValue: '49' }, column: 'n1' },
  // Each tenth value is absent.
  { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'n3' },
  { definition: 'columnValuesToBeBetween', parameters: { minValue: '0' }, column: 'd2' },
  { definition: 'columnValueMaxToBeBetween', parameters: { minValue: '1' }, column: 'd4' },
  { definition: 'columnValueMeanToBeBetween', parameters: { minValue: '1' }, column: 'n5' },
  { definition: 'columnValueLengthsToBeBetween', parameters: { minLength: '1', maxLength: '200' }, column: 'note' },
  { definition: 'columnValuesToMatchRegex', parameters: { regex: '^note [0-9]+$' }, column: 'note' },
];
const FAILING = 1;

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
  const asked = Array.from({ length: tables }, (_, at): Asked => ({
    schema: `s${at % 10}`,
    table: `t${at}`,
    checks: CHECKS,
  }));
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
        const floorMs = await bareClient(source.url, statements);
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

/** What a session of the service begins with. */
const BEGIN = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  "SET LOCAL statement_timeout = '600s'",
  "SET LOCAL idle_in_transaction_session_timeout = '300s'",
  "SET LOCAL lock_timeout = '2s'",
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO'",
  'SET LOCAL standard_conforming_strings = on',
  'SET LOCAL extra_float_digits = 1',
  "SET LOCAL client_connection_check_interval = '5s'",
];

/** Sends the same statements, with a connection for each table. @returns how long all took, in ms */
async function bareClient(url: string, tables: readonly (readonly string[])[]): Promise<number> {
  const begin = performance.now();
  const left = tables.values();
  const one = async (): Promise<void> => {
    for (const statements of left) {
      const client = new Client({ connectionString: url });
      await client.connect();
      for (const sql of [...BEGIN, ...statements, 'ROLLBACK']) await client.query(sql);
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return performance.now() - begin;
}
