import { until } from '../../support/chaos/until';
import type { RestClient } from '../../support/rest-client';
import { withClient } from '../stack/with-stack';

const SCHEMA = 'list_service.list.public';
/** The most that one request takes. */
const ROWS_A_REQUEST = 1_000;
/** Single PUTs are measured in so many slices among the bulk requests: what disturbs one disturbs its neighbours. */
const SLICES = 5;
/** Within which the search index is complete. */
const INDEXED_MS = 600_000;

export interface Seeding {
  readonly tables: number;
  readonly columns: number;
  /** Single PUTs, each sent when the one before was answered. */
  readonly single: { readonly tables: number; readonly perSecond: number };
  /** Bulk requests, likewise. */
  readonly bulk: { readonly tables: number; readonly perSecond: number };
}

const COLUMNS = Array.from({ length: 10 }, (_, at) => ({
  name: `measure_${at + 1}`,
  dataType: ['BIGINT', 'VARCHAR', 'TIMESTAMP', 'DECIMAL'][at % 4] as string,
  description: `What a reader may rely on in column ${at + 1}`,
}));

/** Names in no order of time: 7919 is prime, so that each number below comes once where it divides no total of ours. */
const body = (n: number, total: number): object => ({
  name: `t_${String((n * 7_919) % total).padStart(7, '0')}`,
  databaseSchema: SCHEMA,
  description: `table no. ${n} of the bench`,
  columns: COLUMNS,
});

/** Makes so many tables over HTTP, `singles` of them alone and the others in bulk. */
export async function seedTables(client: RestClient, total: number, singles: number): Promise<Seeding> {
  await client.must('PUT', '/services/databaseServices', { name: 'list_service', serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'list', service: 'list_service' });
  await client.must('PUT', '/databaseSchemas', { name: 'public', database: 'list_service.list' });
  const time = { single: 0, bulk: 0 };
  let made = 0;
  for (let slice = 1; slice <= SLICES; slice++) {
    const alone = Math.floor(singles / SLICES);
    time.single += await timed(async () => {
      for (let i = 0; i < alone; i++) await client.must('PUT', '/tables', body(made++, total));
    });
    const until = slice === SLICES ? total : Math.floor((total * slice) / SLICES);
    time.bulk += await timed(async () => {
      while (made < until) made += await putBulk(client, made, Math.min(until, made + ROWS_A_REQUEST), total);
    });
  }
  const alone = Math.floor(singles / SLICES) * SLICES;
  return {
    tables: total,
    columns: COLUMNS.length,
    single: { tables: alone, perSecond: (alone / time.single) * 1_000 },
    bulk: { tables: total - alone, perSecond: ((total - alone) / time.bulk) * 1_000 },
  };
}

async function putBulk(client: RestClient, from: number, to: number, total: number): Promise<number> {
  const rows = Array.from({ length: to - from }, (_, i) => body(from + i, total));
  const { numberOfRowsPassed } = await client.must<{ numberOfRowsPassed: number }>('PUT', '/tables/bulk', rows);
  if (numberOfRowsPassed !== rows.length)
    throw new Error(`${rows.length - numberOfRowsPassed} rows of a bulk request failed`);
  return rows.length;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A catalog as one that was not filled a moment ago: its search index is complete, it has statistics, its pages are known to be visible. */
export async function settle(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const marks = async (): Promise<number | null> => (await client.query('select from search_mark limit 1')).rowCount;
    await until('the search index, by its marks', INDEXED_MS, marks, (count) => count === 0);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}
