import { DataRunRepository } from '../../../libs/data/src/runs/request/data-run.repository';
import { DataTicks, SCHEDULED_KINDS } from '../../../libs/data/src/schedules/data-ticks';
import { ScheduleRepository } from '../../../libs/schedules/src/schedule.repository';
import { Scheduler } from '../../../libs/schedules/src/scheduler';
import { CatalogFixture, type Document } from '../catalog/catalog.fixture';

describe('schedules of data runs', () => {
  let catalog: CatalogFixture;
  let scheduler: Scheduler;
  let service: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    const { database } = catalog;
    scheduler = new Scheduler(database, new ScheduleRepository(database));
    const runs = new DataRunRepository(database);
    scheduler.register(...SCHEDULED_KINDS.map((kind) => new DataTicks(kind, database, runs)));
    service = await catalog.make('databaseService');
  });
  afterAll(() => catalog.close());

  const put = (document: object) =>
    catalog.database.query(
      `insert into data_access (service, service_id, document, digest, updated_by) select node, id, $2, '', 'ann' from entity where id = $1
       on conflict (service) do update set document = excluded.document`,
      [service.id, JSON.stringify({ enabled: true, crawl: { enabled: true }, ...document })],
    );
  const due = () =>
    catalog.database.query(
      `insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by)
       select node, 'crawl', '0 6 * * *', 'UTC', true, clock_timestamp() - interval '3 days', 'ann' from entity where id = $1
       on conflict (target, kind) do update set next_at = excluded.next_at`,
      [service.id],
    );
  const runs = () =>
    catalog.database.query(
      `select kind, status, trigger, requested_by as by, priority from data_run order by timestamp`,
    );

  it('make one run of all ticks that were missed, and move on', async () => {
    await put({});
    await due();
    expect(await scheduler.takeTicks()).toBe(1);
    expect(await runs()).toEqual([{ kind: 'crawl', status: 'Queued', trigger: 'schedule', by: 'ann', priority: 1 }]);
    expect(await scheduler.takeTicks()).toBe(0);
    // A run that still waits is joined.
    await due();
    expect(await scheduler.takeTicks()).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  it.each([{ enabled: false }, { crawl: { enabled: false } }])('make no run of a service with %j', async (document) => {
    const before = await runs();
    await catalog.database.query('delete from data_run');
    await put(document);
    await due();
    expect(await scheduler.takeTicks()).toBe(1);
    expect(await runs()).toEqual([]);
    expect(before.length).toBeLessThanOrEqual(1);
  });

  it('wait while too many runs of schedules wait, and are not lost', async () => {
    await catalog.database.query('delete from data_run');
    await put({});
    await due();
    await catalog.database.query(
      `insert into data_run (id, kind, status, trigger, requested_by, timestamp)
       select gen_random_uuid(), 'crawl', 'Queued', 'schedule', 'ann', n from generate_series(1, 2000) n`,
    );
    expect(await scheduler.takeTicks()).toBe(0);
    await catalog.database.query(`delete from data_run where timestamp = 1`);
    expect(await scheduler.takeTicks()).toBe(1);
  });

  it('make runs of a table by the access of its service, with what the schedule asks for', async () => {
    await catalog.database.query('delete from data_run');
    await put({});
    const table = await catalog.make('table');
    await catalog.database.query(
      `update data_access set service = (select root from entity where id = $1) where service_id = $2`,
      [table.id, service.id],
    );
    await catalog.database.query(
      `insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by, request)
       select node, 'check', '0 6 * * *', 'UTC', true, clock_timestamp(), 'ann', '{"profile": true}' from entity where id = $1`,
      [table.id],
    );
    expect(await scheduler.takeTicks()).toBe(1);
    const made = await catalog.database.query(
      `select r.kind, r.request, r.asset_ref ->> 'id' as asset, r.service = e.root as "isOfRoot" from data_run r join entity e on e.node = r.asset`,
    );
    expect(made).toEqual([{ kind: 'check', request: { profile: true }, asset: table.id, isOfRoot: true }]);
  });
});
