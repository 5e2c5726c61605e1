import { randomUUID } from 'node:crypto';
import { dataLanePart } from '@app/data';
import { CatalogFixture, type Document } from '../catalog/catalog.fixture';

describe('the lane data in the health of a process', () => {
  let catalog: CatalogFixture;
  let service: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    service = await catalog.make('databaseService');
  });
  beforeEach(async () => {
    await catalog.database.query('delete from data_run');
    await catalog.database.query('delete from data_worker');
  });
  afterAll(() => catalog.close());

  const state = () => dataLanePart(catalog.database).data();
  const worker = (services: readonly string[] | null, ageSeconds = 0) =>
    catalog.database.query(
      `insert into data_worker (worker, services, seen_at) values ($1, $2, clock_timestamp() - $3 * interval '1 s')`,
      [randomUUID(), services, ageSeconds],
    );
  const run = (status: string, { ageSeconds = 60, leaseSeconds = null as number | null, isStored = true } = {}) =>
    catalog.database.query(
      `insert into data_run (id, kind, status, service, request, trigger, requested_by, timestamp, lease_until)
       values (gen_random_uuid(), 'connectionTest', $1, (select node from entity where id = $2), '{}', 'manual', 'ann',
               extract(epoch from clock_timestamp()) * 1000 - $3 * 1000, clock_timestamp() + $4 * interval '1 s')`,
      [status, isStored ? service.id : null, ageSeconds, leaseSeconds],
    );

  it('is ready where nothing waits, with workers or without', async () => {
    expect(await state()).toEqual({ ready: true });
    await run('Success');
    await run('Queued', { ageSeconds: 0 });
    await run('Running', { leaseSeconds: 5 });
    expect(await state()).toEqual({ ready: true });
  });

  it('tells of runs that wait while no worker is there', async () => {
    await worker(null, 20);
    await run('Queued');
    await run('Running', { leaseSeconds: -1 });
    expect(await state()).toEqual({
      ready: false,
      reason: '2 data runs wait, and no worker serves the lane data (WORKER_QUEUES)',
    });
    await worker(null);
    expect(await state()).toEqual({ ready: true });
  });

  it('tells of runs whose service no worker reads', async () => {
    await worker(['another']);
    await run('Queued');
    await run('Queued', { isStored: false });
    expect(await state()).toEqual({
      ready: false,
      reason: '2 data runs wait for a worker that reads the service (DATA_SERVICES)',
    });
    await worker([String(service.fullyQualifiedName)]);
    expect(await state()).toMatchObject({ reason: expect.stringContaining('1 data run waits for a worker') });
  });
});
