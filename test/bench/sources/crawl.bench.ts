import { metric } from '../../support/metric';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { peakWhile } from '../measure/meanwhile';
import { residentMb } from '../measure/process-cost';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { withApi, withClient, withDatabase } from '../stack/with-stack';
import { crawlReport, type Crawled } from './crawl-report';
import { fillTable, makeSource, type LargeSource } from './large-source';

interface Size {
  readonly tables: number;
  readonly rows: number;
}

const FULL: Size = { tables: 10_000, rows: 1_000_000 };
const QUICK: Size = { tables: 300, rows: 10_000 };
const SERVICE = 'warehouse';
const PATH = `/services/databaseServices/name/${SERVICE}`;
/** The longest that the bench follows a run, in ms. */
const PATIENCE_MS = 900_000;

interface Run {
  readonly id: string;
  readonly status: string;
  readonly message?: string;
  readonly executionTime: number;
  readonly counts?: Readonly<Record<string, number>>;
}

/** W17: many tables brought into the catalog, and looked at again; a contract that an ALTER breaks; a profile. */
export const crawl: Bench = {
  name: 'crawl',
  workloads: ['W17'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  log(`making ${size.tables} tables`);
  const source = await makeSource(database, size.tables);
  return withApi(database, async (api) => {
    const worker = await BenchWorker.start(database);
    try {
      return await measure({ api, database, source, worker, size, log });
    } finally {
      await worker.stop();
    }
  });
}

interface Place {
  readonly api: BenchApi;
  readonly database: BenchDatabase;
  readonly source: LargeSource;
  readonly worker: BenchWorker;
  readonly size: Size;
  readonly log: (line: string) => void;
}

async function measure(place: Place): Promise<BenchReport> {
  const { api, source, worker, size, log } = place;
  await api.client.must('POST', '/services/databaseServices', {
    ...{ name: SERVICE, serviceType: 'Postgres', connection: { config: source.config } },
  });
  await api.client.must('PUT', `${PATH}/dataAccess`, {});
  const idleMb = residentMb(worker.pid);
  log('crawling for the first time');
  const cold = await crawled(place);
  log(`crawled in ${cold.ms} ms; again`);
  await settled(place);
  const again = [await crawled(place), await crawled(place), await crawled(place)];
  log('a contract that an ALTER breaks');
  const alterMs = await untilFailed(place);
  log(`profiling ${size.rows} rows`);
  const profile = await profiled(place);
  return crawlReport({ ...size, idleMb, cold, again, alterMs, profile });
}

const FOLLOWED = { prefer: 'wait=60' };

/** Follows a run until it has ended. */
async function ended({ api }: Place, path: string, body?: object): Promise<Run> {
  const { body: asked } = await api.client.post(path, body, FOLLOWED);
  const deadline = Date.now() + PATIENCE_MS;
  let run = asked as unknown as Run;
  while (run.status === 'Queued' || run.status === 'Running') {
    if (Date.now() > deadline) throw new Error(`the run ${run.id} does not end`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    run = await api.client.must<Run>('GET', `/dataRuns/${run.id}`);
  }
  return run;
}

const statementsOf = async ({ worker }: Place): Promise<number> =>
  (await metric(worker.url, 'data_statement_seconds_count{engine="postgres"}')) || 0;

async function crawled(place: Place): Promise<Crawled> {
  const { database, worker } = place;
  const before = [await statementsOf(place), await versions(database)] as const;
  const { result: run, peakMb } = await peakWhile(worker.pid, () => ended(place, `${PATH}/crawls`));
  const { counts = {}, executionTime, status, message = '' } = run;
  return {
    ...{ ms: executionTime, peakMb, counts, status, message, statements: (await statementsOf(place)) - before[0] },
    writes: (await versions(database)) - before[1],
  };
}

/** What writes leave behind: versions before the present one, and change events. */
async function versions({ url }: BenchDatabase): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      `select (select count(*) from entity) + (select count(*) from entity_version)
              + (select count(*) from change_event) + (select count(*) from change_event_pending) as n`,
    );
    return Number(rows[0]?.n);
  });
}

/** Search rows, numbered events and statistics of what was written are there. */
async function settled({ database: { url }, log }: Place): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ n: string }>(
        'select (select count(*) from search_mark) + (select count(*) from change_event_pending) as n',
      );
      if (rows[0]?.n === '0') break;
      if (Date.now() > deadline) throw new Error('search does not come to an end');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    log('what follows from the writes is done');
  });
}

/** From the crawl that sees an ALTER to the contract that has failed by it, in ms. */
async function untilFailed(place: Place): Promise<number> {
  const { api, source } = place;
  const table = `${SERVICE}.${source.database}.s7.t7`;
  const contract = await api.client.must<{ id: string }>('POST', '/dataContracts', {
    ...{ name: 'promised', entity: { type: 'table', fullyQualifiedName: table }, entityStatus: 'Approved' },
    schema: [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'note', dataType: 'VARCHAR' },
    ],
  });
  await withClient(source.url, (client) => client.query('alter table s7.t7 drop column note'));
  const begin = performance.now();
  const crawling = ended(place, `${PATH}/crawls`);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { status, body } = await api.client.get(`/dataContracts/${contract.id}/results/latest`);
    if (status === 200 && body.contractExecutionStatus === 'Failed') break;
    if (Date.now() > deadline) throw new Error('the contract does not fail');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const ms = performance.now() - begin;
  await crawling;
  return ms;
}

async function profiled(place: Place): Promise<{ ms: number; statements: number; status: string }> {
  const { size, source } = place;
  await withClient(source.url, (client) => fillTable(client, 's0.t0', size.rows));
  const before = await statementsOf(place);
  const run = await ended(place, `/tables/name/${SERVICE}.${source.database}.s0.t0/profiles`, {});
  return { ms: run.executionTime, statements: (await statementsOf(place)) - before, status: run.status };
}
