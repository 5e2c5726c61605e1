import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { eventually } from '../../support/eventually';
import { sourceDatabase, type SourceDatabase } from './source-database';

const TABLES = ['t0', 't1'];
/** Slow runs have to outlast the others, on a busy machine as well. */
const LIMITS = { limits: { statementSeconds: 600 } };

describe('the lane of readings with four slots', () => {
  let service: RunningService;
  let admin: RestClient;
  const sources: SourceDatabase[] = [];

  const withSource = async (name: string): Promise<SourceDatabase> => {
    const source = await sourceDatabase(...TABLES.map((table) => `create table sales.${table} (id int primary key)`));
    sources.push(source);
    const connection = { config: source.config };
    await admin.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres', connection });
    await admin.must('PUT', `/services/databaseServices/name/${name}/dataAccess`, LIMITS);
    const crawled = await admin.post(`/services/databaseServices/name/${name}/crawls`, undefined, {
      prefer: 'wait=60',
    });
    expect(crawled.body).toMatchObject({ status: 'Success' });
    return source;
  };

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all(sources.map((source) => source.drop()));
  });

  it('begins a test of a connection, and a run that was quick, while slow runs of two services go on', async () => {
    const [one, other, third] = [await withSource('one'), await withSource('other'), await withSource('third')];
    const profile = (name: string, source: SourceDatabase, table: string, wait: string) =>
      admin.post(`/tables/name/${name}.${source.config.database}.sales.${table}/profiles`, {}, { prefer: wait });
    expect((await profile('third', third, 't0', 'wait=60')).body).toMatchObject({ status: 'Success' });
    // Whoever reads these waits.
    for (const source of [one, other]) await source.query(`begin; lock table sales.t0, sales.t1`);
    const slow: Record<string, unknown>[] = [];
    for (const table of TABLES) {
      slow.push((await profile('one', one, table, 'respond-async')).body);
      slow.push((await profile('other', other, table, 'respond-async')).body);
    }
    const statuses = async (): Promise<string[]> => {
      const runs = await Promise.all(slow.map(({ id }) => admin.get(`/dataRuns/${String(id)}`)));
      return runs.map(({ body }) => String(body.status)).sort();
    };
    await eventually(statuses, (now) => now.filter((status) => status === 'Running').length === 3);
    const tested = await admin.post('/services/databaseServices/name/third/connectionTests', undefined, {
      prefer: 'wait=60',
    });
    expect(tested).toMatchObject({ status: 200, body: { status: 'Success' } });
    expect(await profile('third', third, 't0', 'wait=60')).toMatchObject({ status: 200, body: { status: 'Success' } });
    expect(await statuses()).toEqual(['Queued', 'Running', 'Running', 'Running']);
    for (const source of [one, other]) await source.query('commit');
    await eventually(statuses, (now) => now.every((status) => status === 'Success'));
  });
});
