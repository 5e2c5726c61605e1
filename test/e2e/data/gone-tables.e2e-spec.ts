import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

type Json = Record<string, unknown>;

describe('a table that is gone in its source', () => {
  let admin: RestClient;
  let shared: RunningService;
  let source: SourceDatabase;
  const name = `gone_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = (table: string) => `${name}.${source.config.database}.sales.${table}`;

  beforeAll(async () => {
    shared = await RunningService.shared();
    admin = await shared.client();
    source = await sourceDatabase(
      ...['orders', 'people', 'calm', 'old', 'early'].map(
        (table, at) => `create table sales.${table} (id int, v${at} text)`,
      ),
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, {});
    await crawl();
  });
  afterAll(() => source?.drop());

  async function crawl(): Promise<Json> {
    const { body } = await admin.post(`${service}/crawls`, undefined, { prefer: 'wait=60' });
    expect(body.status).toBe('Success');
    return body;
  }
  const contractOf = async (table: string, members: Json = {}, opens = true): Promise<string> => {
    const entity = { type: 'table', fullyQualifiedName: fqn(table) };
    const body = { name: `c_${table}`, entity, entityStatus: 'Active', schema: [{ name: 'id', dataType: 'INT' }] };
    const id = String((await admin.must('PUT', '/dataContracts', { ...body, ...members })).id);
    if (opens)
      await admin.must('PUT', '/dataContracts/policies', {
        ...{ scope: { type: 'dataContract', id }, incidents: { open: true, closeAfterRuns: 1 } },
      });
    return id;
  };
  const run = async (id: string): Promise<Json> =>
    (await admin.post(`/dataContracts/${id}/validate?evidence=source`, undefined, { prefer: 'wait=60' })).body;
  const validate = async (id: string): Promise<unknown> => (await run(id)).contractExecutionStatus;
  const incidentsOf = async (contract: string, status = 'open'): Promise<Json[]> =>
    (await admin.get(`/dataContracts/incidents?contract=${contract}&status=${status}`)).body.data as Json[];
  const isBroken = async (contract: string): Promise<boolean> => {
    const { data } = (await admin.get('/dataContracts/broken?limit=1000')).body as { data: { contract: Json }[] };
    return data.some((one) => one.contract.id === contract);
  };

  it('has its contract fail before it is deleted, with an incident that stays until runs are good again', async () => {
    const contract = await contractOf('orders');
    expect(await validate(contract)).toBe('Success');
    await source.query('drop table sales.orders');
    expect(await crawl()).toMatchObject({ counts: { deleted: 1 } });
    expect((await admin.get(`/dataContracts/${contract}`)).status).toBe(404);
    const latestResult = { status: 'Failed', message: 'The table is gone in the source.' };
    expect((await admin.get(`/dataContracts/${contract}?include=all`)).body).toMatchObject({
      ...{ deleted: true, latestResult },
    });
    const listed = await admin.get(`/dataContracts?latestStatus=Failed&include=deleted&service=${name}`);
    expect(listed.body).toMatchObject({ data: [{ id: contract }] });
    const [incident] = await incidentsOf(contract);
    expect(incident).toMatchObject({
      ...{ contract: { id: contract, deleted: true }, status: 'New', failures: 1 },
      firstResult: { status: 'Failed', message: latestResult.message },
    });
    expect(incident).not.toHaveProperty('candidate');
    expect(await isBroken(contract)).toBe(true);

    // Another crawl changes nothing; people act on it as on any other.
    await crawl();
    const path = `/dataContracts/incidents/${String(incident!.id)}`;
    await admin.must('POST', `${path}/actions`, { action: 'acknowledge', comment: 'Who dropped it?' });
    expect((await admin.get(`${path}/history`)).body).toMatchObject({
      data: [{ action: 'open' }, { action: 'acknowledge', comment: 'Who dropped it?' }],
    });

    await source.query(`create table sales.orders (id int, v0 text); grant select on sales.orders to ${source.role}`);
    await crawl();
    expect((await admin.get(path)).body).toMatchObject({ status: 'Ack', contract: { id: contract } });
    expect(await validate(contract)).toBe('Success');
    expect(await isBroken(contract)).toBe(false);
    expect((await admin.get(path)).body).toMatchObject({ status: 'Resolved', resolution: 'recovered' });
  });

  it('says so in one sentence where a run finds it before a crawl does', async () => {
    const contract = await contractOf('early', {}, false);
    await source.query('drop table sales.early');
    expect(await run(contract)).toMatchObject({
      ...{ contractExecutionStatus: 'Failed', schemaValidation: { failedFields: ['id'] } },
      result: '1 of 1 column failed (id). The table is gone in the source.',
    });
  });

  it('names the table that it may have been renamed to, and leaves the list once somebody resolves it', async () => {
    const contract = await contractOf('people');
    expect(await validate(contract)).toBe('Success');
    await source.query('alter table sales.people rename to humans');
    const { warnings } = await crawl();
    expect(warnings).toEqual([expect.objectContaining({ code: 'possiblyRenamed', subject: fqn('humans') })]);
    const [incident] = await incidentsOf(contract);
    expect(incident).toMatchObject({ candidate: { type: 'table', fullyQualifiedName: fqn('humans') } });
    const path = `/dataContracts/incidents/${String(incident!.id)}/actions`;
    const resolve = { action: 'resolve', resolution: 'Expected', comment: 'It has another name' };
    expect(await admin.must('POST', path, resolve)).toMatchObject({
      ...{ status: 'Resolved', candidate: { fullyQualifiedName: fqn('humans') } },
    });
    expect(await isBroken(contract)).toBe(false);
    expect(await incidentsOf(contract)).toEqual([]);
  });

  it('closes no incident that was open before, and fails no contract that is not in force', async () => {
    const { id: owner } = (await admin.get('/users/name/admin')).body;
    const calm = await contractOf('calm', { owners: [{ id: owner, type: 'user' }] });
    const draft = await contractOf('old', { entityStatus: 'Draft' }, false);
    await source.query('drop table sales.calm, sales.old');
    expect(await validate(calm)).toBe('Failed');
    const [before] = await incidentsOf(calm);
    await crawl();
    expect(await incidentsOf(calm)).toMatchObject([{ id: before!.id, status: 'Assigned', failures: 2 }]);
    expect((await admin.get(`/dataContracts/${draft}?include=all`)).body).not.toHaveProperty('latestResult');
    const types = async () => {
      const { data } = (await admin.get(`/dataContracts/notices?contract=${calm}`)).body as { data: Json[] };
      return data.map(({ type }) => type);
    };
    await eventually(types, (found) =>
      ['contractFailed', 'contractIncidentOpened'].every((one) => found.includes(one)),
    );
    await admin.must('DELETE', `/dataContracts/${calm}?hardDelete=true`, undefined);
    expect((await admin.get(`/dataContracts/incidents/${String(before!.id)}`)).status).toBe(404);
  });
});
