import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

type Json = Record<string, unknown>;

describe('a table of which the reader does not see all rows', () => {
  let admin: RestClient;
  let shared: RunningService;
  let source: SourceDatabase;
  let table: string;
  const name = `rows_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = (named: string) => `${name}.${source.config.database}.sales.${named}`;
  const warning = () => expect.objectContaining({ code: 'rowSecurity', subject: fqn('half') });

  beforeAll(async () => {
    shared = await RunningService.shared();
    admin = await shared.client();
    source = await sourceDatabase(
      'create table sales.half (v int)',
      'insert into sales.half select i from generate_series(1, 100) i',
      'create policy p on sales.half using (v <= 50)',
      'create table sales.plain (v int)',
    );
    await source.query('alter table sales.half enable row level security');
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, {});
    expect(await crawl()).toEqual([warning()]);
    table = String((await admin.get(`/tables/name/${fqn('half')}`)).body.id);
  });
  afterAll(() => source?.drop());

  async function warningsOf(path: string, body?: Json): Promise<Json[]> {
    const answer = await admin.post(path, body, { prefer: 'wait=60' });
    expect(answer.body.status).toBe('Success');
    return (answer.body.warnings ?? []) as Json[];
  }
  const crawl = (): Promise<Json[]> => warningsOf(`${service}/crawls`);
  const validated = async (named: string): Promise<Json> => {
    const entity = { type: 'table', fullyQualifiedName: fqn(named) };
    const odcsQualityRules = [{ name: 'rows', type: 'library', metric: 'rowCount', mustBeLessThan: 60 }];
    const body = { name: `c_${named}`, entity, entityStatus: 'Active', odcsQualityRules };
    const { id } = await admin.must('PUT', '/dataContracts', body);
    const path = `/dataContracts/${String(id)}/validate?fields=details&evidence=source`;
    return (await admin.post(path, undefined, { prefer: 'wait=60' })).body;
  };

  it('is warned of by checks and profiles, and a contract says what it was judged on', async () => {
    expect(await warningsOf(`/tables/${table}/profiles`)).toContainEqual(warning());
    const result = await validated('half');
    expect(result).toMatchObject({
      contractExecutionStatus: 'Success',
      result: expect.stringContaining('judged on the rows that the reader sees'),
      details: { data: { partial: true } },
    });
    const { runId } = (result.details as { data: { runId: string } }).data;
    expect((await admin.get(`/dataRuns/${runId}`)).body).toMatchObject({ warnings: [warning()] });
    expect(await warningsOf(`/tables/${table}/checks`)).toContainEqual(warning());
    const whole = await validated('plain');
    expect(whole.result).not.toContain('reader sees');
    expect((whole.details as { data: Json }).data).not.toHaveProperty('partial');
  });

  it('is none for a role that passes policies, or owns the table unless they are forced', async () => {
    await source.query(`alter role ${source.role} bypassrls`);
    expect(await crawl()).toEqual([]);
    await source.query(`alter role ${source.role} nobypassrls`);
    await source.query(`alter table sales.half owner to ${source.role}`);
    expect(await crawl()).toEqual([]);
    await source.query('alter table sales.half force row level security');
    expect(await crawl()).toEqual([warning()]);
    await source.query('alter table sales.half owner to current_user');
    await source.query(`grant select on sales.half to ${source.role}`);
    await source.query('alter table sales.half disable row level security');
    expect(await crawl()).toEqual([]);
  });

  it('a right that was revoked is warned of, and neither deletes the table nor passes its contract', async () => {
    await source.query(`revoke select on sales.plain from ${source.role}`);
    expect(await crawl()).toEqual([expect.objectContaining({ code: 'notPermitted', subject: fqn('plain') })]);
    expect((await admin.get(`/tables/name/${fqn('plain')}`)).status).toBe(200);
    expect(await validated('plain')).toMatchObject({
      ...{ contractExecutionStatus: 'Aborted', details: { reason: 'notPermitted' } },
    });
    await source.query(`grant select (v) on sales.plain to ${source.role}`);
    expect(await crawl()).toEqual([]);
  });
});
