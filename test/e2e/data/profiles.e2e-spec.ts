import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

describe('profiles over HTTP', () => {
  let admin: RestClient;
  let shared: RunningService;
  let source: SourceDatabase;
  const name = `profiled_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = () => `${name}.${source.config.database}.sales.orders`;
  const table = (rest = '') => `/tables/name/${fqn()}${rest}`;
  const ask = (rest: string, body?: object) => admin.post(table(rest), body, { prefer: 'wait=60' });

  beforeAll(async () => {
    shared = await RunningService.shared();
    admin = await shared.client();
    source = await sourceDatabase(
      'create table sales.orders (id int primary key, amount numeric(8,2), at timestamp)',
      `insert into sales.orders values (1, 2.5, now()), (2, 7.5, now()), (3, null, now())`,
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, {});
    await admin.must('POST', `${service}/crawls`, undefined);
  });
  afterAll(() => source?.drop());

  it('are measured on the source, and stand beside those that are sent', async () => {
    const { status, body } = await ask('/profiles', { quantiles: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ kind: 'profile', status: 'Success', message: '3 columns of 3 rows were measured' },
      ...{ asset: { fullyQualifiedName: fqn() }, profile: { rowCount: 3, columnCount: 3, columns: 3 } },
      progress: { done: 3, total: 3 },
    });
    expect((await admin.get(table('?fields=profile'))).body).toMatchObject({
      profile: { rowCount: 3, timestamp: body.startedAt },
    });
    const history = await admin.get(`/tables/${fqn()}.amount/columnProfile?startTs=0&endTs=${Date.now() + 60_000}`);
    expect(history.body.data).toMatchObject([
      { name: 'amount', nullCount: 1, distinctCount: 2, min: 2.5, max: 7.5, mean: 5, median: 5, firstQuartile: 3.75 },
    ]);
  });

  it('keep nothing fresh', async () => {
    await ask('/profiles');
    const contract = await admin.must('POST', '/dataContracts', {
      ...{ name: `c_${name}`, entity: { type: 'table', fullyQualifiedName: fqn() } },
      sla: { refreshFrequency: { interval: 1, unit: 'day' } },
    });
    const { body } = await admin.post(`/dataContracts/${String(contract.id)}/validate`, undefined, {
      prefer: 'wait=60',
    });
    expect(body).toMatchObject({ contractExecutionStatus: 'Failed', slaValidation: { refreshFrequencyMet: false } });
  });

  it('are taken with checks where they say so, also where there is nothing to check', async () => {
    const { body } = await ask('/checks', { profile: true });
    expect(body).toMatchObject({ kind: 'check', status: 'Success', checks: [], profile: { rowCount: 3 } });
  });

  it('are asked for by whoever may check the table, of what can be read', async () => {
    expect(await ask('/profiles', { colour: 1 })).toMatchObject({ status: 400 });
    expect(await ask('/profiles', { quantiles: 'yes' })).toMatchObject({ status: 400 });
    expect(await admin.post('/tables/name/none.x.y.z/profiles')).toMatchObject({ status: 404 });
    const consumer = await shared.client(`consumer-${name}`, 'DataConsumer');
    expect(await consumer.post(table('/profiles'))).toMatchObject({ status: 403 });
    expect(await consumer.put(table('/checks/schedule'), { cron: '0 6 * * *' })).toMatchObject({ status: 403 });
    expect(await consumer.delete(table('/checks/schedule'))).toMatchObject({ status: 403 });
  });

  it('of bad configuration end with its member', async () => {
    const { body } = await admin.get(table());
    await admin.must('PUT', `/tables/${String(body.id)}/tableProfilerConfig`, { profileSample: -1 });
    expect((await ask('/profiles')).body).toMatchObject({
      ...{ status: 'Aborted', reason: 'badParameter' },
      message: expect.stringContaining('tableProfilerConfig.profileSample'),
    });
    await admin.must('PUT', `/tables/${String(body.id)}/tableProfilerConfig`, {});
  });

  it('come with the checks of a schedule', async () => {
    const path = table('/checks/schedule');
    expect((await admin.get(path)).status).toBe(404);
    const asked = { cron: '0 6 * * *', timezone: 'Europe/Berlin', enabled: false, profile: true };
    expect(await admin.put(path, asked)).toMatchObject({ status: 201, body: asked });
    expect(await admin.put(path, { cron: '0 7 * * *' })).toMatchObject({
      status: 200,
      body: { cron: '0 7 * * *', timezone: 'UTC', enabled: true, profile: false },
    });
    expect((await admin.get(path)).body).toEqual({ cron: '0 7 * * *', timezone: 'UTC', enabled: true, profile: false });
    const { body } = await admin.get<{ id: string }>(table());
    const listed = () => admin.get(`/dataRuns/schedules?asset=${body.id}`);
    expect((await listed()).body).toEqual({
      data: [{ kind: 'check', cron: '0 7 * * *', timezone: 'UTC', enabled: true, profile: false }],
    });
    expect(await admin.put(path, { cron: '0 6 31 2 *' })).toMatchObject({ status: 400 });
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
    expect(await listed()).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('are refused while the service is not read', async () => {
    await admin.must('PUT', `${service}/dataAccess`, { enabled: false });
    expect(await ask('/profiles')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`Service ${name} has no data access`) },
    });
  });
});
