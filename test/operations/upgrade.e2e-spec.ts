import { migrateDatabase } from '@app/database';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../libs/database/src/data-source';
import { MIGRATIONS } from '../../libs/database/src/migrations';
import released from '../../libs/database/src/migrations/released.json';
import { makeContracts, type Result } from '../processes/restart/restart-world';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database';
import { RunningService } from '../support/running-service';
import { eventually } from '../support/eventually';

const STATES = Object.keys(released).map((newest, at) => ({ newest, count: at + 1 }));

/** What people put in, and what is kept of it: after an upgrade all of it is there, as if it had been written by the newest release. */
const KEPT = [
  'entity',
  'entity_reference',
  'entity_version',
  'contract',
  'contract_result',
  'contract_result_count',
  'access_token',
];

/** Columns of later releases that nothing is known for of what was there before: when each part of a run was done. */
const LATER: Readonly<Record<string, readonly string[]>> = { contract_result: ['events'] };

async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function columnsOf(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

type Row = Readonly<Record<string, unknown>>;

async function contentOf(url: string, table: string): Promise<Row[]> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${table}" t`);
    return rows.map(({ row }) => row);
  });
}

/** The rows of a table that migrations did not put there. */
async function ownRows(url: string, untouched: string, table: string): Promise<Row[]> {
  const shipped = new Set((await contentOf(untouched, table)).map((row) => JSON.stringify(row)));
  return (await contentOf(url, table)).filter((row) => !shipped.has(JSON.stringify(row)));
}

/** Puts rows into those columns that the table has. No trigger sees them, since what triggers keep is among them: only a superuser may do that. */
async function putRows(to: Client, table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  const list = columns.filter((column) => rows.some((row) => column in row)).map((column) => `"${column}"`);
  await to.query('set session_replication_role = replica');
  await to.query(
    `insert into "${table}" (${list.join(', ')}) overriding system value
     select ${list.join(', ')} from json_populate_recordset(null::"${table}", $1::json)`,
    [JSON.stringify(rows)],
  );
}

function without(columns: readonly string[], rows: readonly Row[]): Row[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))));
}

/** A database with the first migrations and nothing else. */
async function databaseAt(count: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await onDatabase(database.url, (client) =>
    client.query('drop schema public cascade; drop schema bullmq cascade; create schema public'),
  );
  const options = { ...dataSourceOptions({ url: database.url, poolSize: 1 }), migrations: MIGRATIONS.slice(0, count) };
  const source = await new DataSource(options).initialize();
  await source.runMigrations();
  await source.destroy();
  return database;
}

/** Runs as the released statements leave them, of the two contracts that are not deleted: ids of contracts and of results. */
async function leaveRuns(client: Client): Promise<{ contract: string; run: string }[]> {
  const { rows } = await client.query<{ contract: string; run: string }>(
    `with live as (select c.node, e.id, row_number() over (order by c.node) = 1 as claimed
                     from contract c join entity e using (node) where e.deleted_by is null),
          run as (insert into validation_run (result_id, contract, timestamp, state, attempt, trigger, lane, requested_by,
                                              started_at, lease_until, worker)
                  select gen_random_uuid(), node, (extract(epoch from clock_timestamp()) * 1000)::bigint,
                         case when claimed then 'Running' else 'Queued' end, case when claimed then 1 else 0 end,
                         'manual', 'urgent', 'admin',
                         case when claimed then clock_timestamp() - interval '1 min' end,
                         case when claimed then clock_timestamp() - interval '30 s' end,
                         case when claimed then 'worker of the release before' end
                    from live returning contract, result_id, timestamp, state),
          result as (insert into contract_result (contract, timestamp, id, status, origin, body, details)
                     select contract, timestamp, result_id, state, 'run', '{}', '{"trigger": "manual", "attempts": 0}' from run)
     select live.id as contract, run.result_id as run from run join live on live.node = run.contract`,
  );
  return rows;
}

describe('an upgrade', () => {
  let service: RunningService;
  let untouched: TestDatabase;
  const written = new Map<string, Row[]>();
  beforeAll(async () => {
    service = await RunningService.start();
    const client = await service.client();
    const contracts = await makeContracts(client, 3);
    await client.must('POST', `/dataContracts/${contracts[0]}/validate`);
    const change = [{ op: 'add', path: '/description', value: 'What was ordered' }];
    await client.must('PATCH', `/dataContracts/${contracts[1]}`, change);
    await client.must('DELETE', `/dataContracts/${contracts[2]}`);
    untouched = await createTestDatabase();
    for (const table of KEPT) written.set(table, await ownRows(service.databaseUrl, untouched.url, table));
  });
  afterAll(async () => {
    await untouched?.drop();
    await service?.stop();
  });

  it('has something to keep in every table', () => {
    expect(KEPT.filter((table) => !written.get(table)?.length)).toEqual([]);
  });

  it('is tried from every released state', () => {
    expect(STATES.map(({ newest }) => newest)).toEqual(MIGRATIONS.slice(0, STATES.length).map(({ name }) => name));
  });

  /** Puts what was written into those tables that the database has; returns these, and the columns of all. */
  const fill = async ({ adminUrl }: TestDatabase) => {
    const columns = await onDatabase(adminUrl, columnsOf);
    const tables = KEPT.filter((table) => columns.has(table));
    for (const table of tables)
      await onDatabase(adminUrl, (client) => putRows(client, table, columns.get(table)!, written.get(table)!));
    return { columns, tables };
  };

  it.each(STATES)('from $newest keeps what was there', async ({ count }) => {
    const database = await databaseAt(count);
    try {
      const { columns, tables } = await fill(database);
      expect(await migrateDatabase(database.url)).toEqual(MIGRATIONS.slice(count).map(({ name }) => name));
      for (const table of tables) {
        const later = (LATER[table] ?? []).filter((column) => !columns.get(table)?.includes(column));
        const kept = without(later, written.get(table)!);
        expect(without(later, await contentOf(database.url, table))).toEqual(expect.arrayContaining(kept));
      }
    } finally {
      await database.drop();
    }
  });

  it('ends the runs that the release before left: one that waited, and one whose worker is gone', async () => {
    const database = await databaseAt(STATES.length);
    let upgraded: RunningService | undefined;
    try {
      await fill(database);
      const runs = await onDatabase(database.url, leaveRuns);
      expect(runs).toHaveLength(2);
      await migrateDatabase(database.url);
      await migrateQueue({ databaseUrl: database.url, workerConcurrency: 1 });
      upgraded = await RunningService.start({ environment: { DATABASE_URL: database.url } });
      const client = await upgraded.client();
      for (const { contract, run } of runs) {
        const result = () => client.get<Result>(`/dataContracts/${contract}/results/latest`);
        const isItsEnd = ({ body }: { body: Result }) => body.id === run && body.contractExecutionStatus === 'Success';
        await eventually(result, isItsEnd);
      }
    } finally {
      await upgraded?.stop();
      await database.drop();
    }
  });
});
