import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

interface Run {
  readonly warnings?: readonly { readonly code: string; readonly message: string; readonly subject?: string }[];
  readonly checks: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}
interface Result {
  readonly contractExecutionStatus: string;
  readonly result: string;
  readonly details: { readonly data: { readonly runId: string } };
}

/** So far ahead of UTC that each instant of a day there lies, for ten hours, on the day before in UTC. */
const ZONE = 'Pacific/Kiritimati';

describe('values of a source', () => {
  let admin: RestClient;
  let source: SourceDatabase;
  const name = `values_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = (table: string) => `${name}.${source.config.database}.sales.${table}`;

  beforeAll(async () => {
    admin = await (await RunningService.shared()).client();
    source = await sourceDatabase(
      'create table sales.visits (ip inet, paid money, opens time, region text)',
      `insert into sales.visits select '10.0.0.1', 12.5::money, '09:30', case when n > 1 then 'north' end from generate_series(1, 100) n`,
      ...['today', 'yesterday', 'before'].map((table) => `create table sales.${table} (day date)`),
      ...['today', 'yesterday', 'before'].map(
        (table, age) => `insert into sales.${table} values ((now() at time zone '${ZONE}')::date - ${age}), (null)`,
      ),
      `insert into sales.before values ((now() at time zone '${ZONE}')::date + 2), ('infinity')`,
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, { timezone: ZONE });
    await admin.post(`${service}/crawls`, {}, { prefer: 'wait=60' });
  });
  afterAll(() => source?.drop());

  async function contractOf(table: string, body: object): Promise<Result> {
    const { id } = await admin.must<{ id: string }>('GET', `/tables/name/${fqn(table)}`);
    const contract = { name: `of_${table}`, entity: { id, type: 'table' }, entityStatus: 'Active', ...body };
    const made = await admin.must<{ id: string }>('PUT', '/dataContracts', contract);
    const validate = `/dataContracts/${made.id}/validate?evidence=source&fields=details`;
    return (await admin.post(validate, {}, { prefer: 'wait=60' })).body as unknown as Result;
  }

  it('are tolerated as a test case says, which names what it does not understand', async () => {
    const put = (test: string, parameters: Record<string, string>, more: object = {}) =>
      admin.must('PUT', '/dataQuality/testCases', {
        ...{ name: test, testDefinition: 'columnValuesToBeNotNull', ...more },
        entityLink: `<#E::table::${fqn('visits')}::columns::region>`,
        parameterValues: Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value })),
      });
    await put('few', { threshold: '1', thresholdUnit: 'percentage' });
    await put('groups', { ignoreCase: 'true', threshold: '1' }, { dimensionColumns: ['region'] });
    await put('none', {});
    const asked = await admin.post(`/tables/name/${fqn('visits')}/checks`, {}, { prefer: 'wait=60' });
    const { checks, warnings } = asked.body as unknown as Run;
    expect(checks.map((one) => [one.name, one.status, one.message])).toEqual([
      ['few', 'Success', '1 of 100 rows fails, 1 % may'],
      [
        'groups',
        'Success',
        '1 of 100 rows fails, 1 may; judged as a whole, not by region (not understood: ignoreCase)',
      ],
      ['none', 'Failed', '1 of 100 rows fail'],
    ]);
    const subject = `${fqn('visits')}.region.groups`;
    expect(warnings).toMatchObject([
      { code: 'parameterIgnored', subject, message: 'Not understood: ignoreCase' },
      { code: 'dimensionsIgnored', subject, message: 'Judged as a whole, not by region' },
    ]);
  });

  it('keep lists and options of a contract, whatever their type', async () => {
    const column = (of: string, dataType: string, extension: object) => ({ name: of, dataType, extension });
    const kept = await contractOf('visits', {
      schema: [
        column('ip', 'INET', { enum: ['10.0.0.1'], logicalTypeOptions: { pattern: '^10[.]' } }),
        column('paid', 'MONEY', { enum: ['$12.50'], logicalTypeOptions: { maximum: 12.5 } }),
        column('opens', 'TIME', {
          enum: ['09:30'],
          logicalTypeOptions: { minimum: '09:30', exclusiveMaximum: '09:31' },
        }),
      ],
    });
    expect([kept.contractExecutionStatus, kept.result]).toEqual(['Success', 'All checks passed: 3 columns.']);
    const broken = await contractOf('visits', {
      schema: [
        column('ip', 'INET', { enum: ['10.0.0.1/32'] }),
        column('paid', 'MONEY', { logicalTypeOptions: { exclusiveMaximum: 12.5 } }),
        column('opens', 'TIME', { logicalTypeOptions: { maximum: '09:29:59.9' } }),
      ],
    });
    expect(broken.result).toContain('3 of 3 columns failed (ip, paid, opens)');
  });

  it.each([
    ['today', 'P1D', 'Success'],
    ['yesterday', 'P1D', 'Success'],
    ['yesterday', 'PT23H', 'Failed'],
    ['before', 'P1D', 'Failed'],
    ['before', 'P2D', 'Success'],
  ])('that are days age in the zone of the data: %s, %s', async (table, refreshFrequency, status) => {
    const result = await contractOf(table, { sla: { refreshFrequency, columnName: 'day' } });
    expect([result.contractExecutionStatus, result.result]).toEqual([status, expect.any(String)]);
    const { warnings = [] } = await admin.must<Run>('GET', `/dataRuns/${result.details.data.runId}`);
    expect(warnings.map(({ code }) => code)).toEqual(table === 'before' ? ['futureValues'] : []);
  });
});
