import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

const DAY = 86_400_000;

interface MeasuredTable {
  readonly profile: { readonly rowCount: number };
  readonly columns: readonly { readonly name: string; readonly profile: Readonly<Record<string, unknown>> }[];
}

interface Suggested {
  readonly document: Readonly<Record<string, unknown>>;
  readonly tests: readonly { readonly name: string }[];
  readonly lines: readonly { readonly path: string; readonly value: unknown }[];
}

describe('lists of values that are drafted by profiles of the service', () => {
  let admin: RestClient;
  let source: SourceDatabase;
  let table: { readonly id: string };
  const name = `drafted_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = () => `${name}.${source.config.database}.sales.orders`;
  const waiting = { prefer: 'wait=60' };

  beforeAll(async () => {
    admin = await (await RunningService.shared()).client();
    source = await sourceDatabase(
      'create table sales.orders (id int primary key, status text, channel text, level real, grade text)',
      `insert into sales.orders select i, case i % 3 when 0 then 'new' when 1 then 'paid' else 'it''s sent' end,
         case i % 4 when 0 then null when 1 then 'web' else 'shop' end, case i % 2 when 0 then 0.1 else 2.5 end,
         case i % 2 when 0 then 'secretA' else 'secretB' end from generate_series(1, 120) i`,
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, {});
    await admin.post(`${service}/crawls`, undefined, waiting);
    table = await admin.must('GET', `/tables/name/${fqn()}`, undefined);
    await admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    const tag = { tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await admin.must('PATCH', `/tables/${table.id}`, [{ op: 'add', path: '/columns/4/tags', value: [tag] }]);
  });
  afterAll(() => source?.drop());

  it('hold at once, and are broken by one row with another value', async () => {
    await admin.post(`/tables/${table.id}/profiles`, undefined, waiting);
    const measured = await admin.must<MeasuredTable>('GET', `/tables/${fqn()}/tableProfile/latest`, undefined);
    const listed = measured.columns.map(({ name: column, profile }) => [column, profile.cardinalityDistribution]);
    expect(Object.fromEntries(listed)).toMatchObject({
      ...{ id: undefined, grade: undefined },
      status: { categories: ["it's sent", 'new', 'paid'], counts: [40, 40, 40] },
      channel: { categories: ['shop', 'web'], counts: [60, 30] },
    });
    // What the service has measured today counts as if it had done so on each of the days before.
    for (let day = 1; day <= 6; day++) {
      const timestamp = Date.now() - day * DAY;
      await admin.must('PUT', `/tables/${table.id}/tableProfile`, {
        tableProfile: { timestamp, rowCount: measured.profile.rowCount },
        columnProfile: measured.columns.map(({ name: column, profile }) => ({ ...profile, name: column, timestamp })),
      });
    }
    const asked = { entity: { type: 'table', id: table.id } };
    const { document, tests, lines } = await admin.must<Suggested>('POST', '/dataContracts/suggest', asked);
    expect(lines.filter(({ path }) => /InSet|enum/.test(path)).map(({ path, value }) => [path, value])).toEqual([
      ['tests.columnValuesToBeInSet.status', expect.objectContaining({ allowedValues: `["it's sent","new","paid"]` })],
      ['schema.channel.enum', ['shop', 'web']],
      ['tests.columnValuesToBeInSet.level', { allowedValues: '[0.10000000149011612,2.5]', matchEnum: 'true' }],
    ]);
    const cases: object[] = [];
    for (const test of tests) {
      const { id } = await admin.must<{ id: string }>('POST', '/dataQuality/testCases', test);
      cases.push({ id, type: 'testCase' });
    }
    const { id } = await admin.must<{ id: string }>('POST', '/dataContracts', {
      ...{ ...document, name: `c_${name}`, entityStatus: 'Active', qualityExpectations: cases },
    });
    const validated = async (): Promise<unknown> =>
      (await admin.post(`/dataContracts/${id}/validate?evidence=source&fields=details`, undefined, waiting)).body;
    expect(await validated()).toMatchObject({ contractExecutionStatus: 'Success' });
    await source.query(`insert into sales.orders values (200, 'lost', 'web', 2.5, 'secretC')`);
    const broken = await validated();
    expect(broken).toMatchObject({
      contractExecutionStatus: expect.stringMatching(/Failed|PartialSuccess/),
      qualityValidation: { failed: 1 },
    });
    await source.query(`update sales.orders set status = 'new', channel = 'phone' where id = 200`);
    const unlisted = await validated();
    expect(unlisted).toMatchObject({
      schemaValidation: { failedFields: ['channel'] },
      qualityValidation: { failed: 0 },
    });
    const seen = JSON.stringify([measured, lines, document, tests, broken, unlisted, await runs()]);
    expect(seen).not.toMatch(/secret/);
  });

  const runs = async (): Promise<unknown> => (await admin.get(`/dataRuns?asset=${table.id}`)).body;
});
