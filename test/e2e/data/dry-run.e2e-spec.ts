import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { newName, type Named } from '../quality/tested-table';
import { sourceDatabase, type SourceDatabase } from './source-database';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly checks: readonly {
    readonly definition?: string;
    readonly status: string;
    readonly [name: string]: unknown;
  }[];
}

const TAG = {
  op: 'add',
  path: '/columns/1/tags',
  value: [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
};

describe('a dry run of checks', () => {
  let service: RunningService;
  let admin: RestClient;
  let tester: RestClient;
  let source: SourceDatabase;
  let table: Named;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    source = await sourceDatabase(
      'create table sales.people (id int, salary numeric(10,2), note text)',
      `insert into sales.people values (1, 91234.56, 'a'), (2, 123456.78, 'b'), (2, null, 'c')`,
    );
    const name = newName('dry');
    const path = `/services/databaseServices/name/${name}`;
    const connection = { config: source.config };
    await admin.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres', connection });
    await admin.must('PUT', `${path}/dataAccess`, { customSql: true });
    await admin.must('POST', `${path}/crawls`, undefined);
    await admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    table = await admin.must<Named>('GET', `/tables/name/${name}.${source.config.database}.sales.people`);
    await admin.must('PATCH', `/tables/${table.id}`, [TAG]);
    tester = await person(['CheckData', 'EditTests']);
  });
  afterAll(() => source?.drop());

  async function person(operations: readonly string[]): Promise<RestClient> {
    const role = newName('role');
    const rules = [{ name: 'r', effect: 'allow', resources: ['All'], operations }];
    await admin.must('POST', '/policies', { name: role, rules });
    await admin.must('POST', '/roles', { name: role, policies: [role] });
    return service.client(newName('person'), role);
  }

  const ask = (definitions: readonly object[], by = tester, more: object = { dryRun: true }) =>
    by.post<Run>(`/tables/${table.id}/checks`, { definitions, ...more }, { prefer: 'wait=60' });

  it('computes checks that are not there, and stores nothing but its run', async () => {
    const { status, body } = await ask([
      { definition: 'columnValuesToBeUnique', column: 'id' },
      { definition: 'columnValuesToBeNotNull', column: 'note' },
      { definition: 'tableRowCountToBeBetween', parameters: { minValue: 1, maxValue: 2 } },
      { definition: 'columnValuesToBeUnique', column: 'nothing' },
    ]);
    expect([status, body.status]).toEqual([200, 'PartialSuccess']);
    expect(body.checks).toMatchObject([
      { definition: 'columnValuesToBeUnique', column: 'id', status: 'Failed', rows: 3, failedRows: 2 },
      { definition: 'columnValuesToBeNotNull', column: 'note', status: 'Success' },
      { definition: 'tableRowCountToBeBetween', status: 'Failed' },
      { definition: 'columnValuesToBeUnique', column: 'nothing', status: 'Aborted' },
    ]);
    expect((await tester.get<Run>(`/dataRuns/${body.id}`)).body.checks).toHaveLength(4);
    const cases = await admin.must<{ data: readonly object[] }>(
      'GET',
      `/dataQuality/testCases?entityFQN=${encodeURIComponent(table.fullyQualifiedName)}`,
    );
    expect(cases.data).toEqual([]);
  });

  it('has no value of a hidden column, for who may not see samples', async () => {
    const definitions = [
      { definition: 'columnValueMaxToBeBetween', column: 'salary', parameters: { maxValueForMaxInCol: 10 } },
      {
        definition: 'tableCustomSQLQuery',
        parameters: {
          sqlExpression: 'select sum(salary)::bigint from {table}',
          strategy: 'COUNT',
          operator: '<',
          threshold: 10,
        },
      },
    ];
    const { body } = await ask(definitions);
    expect(body.checks.map(({ status }) => status)).toEqual(['Failed', 'Failed']);
    expect(JSON.stringify(body)).not.toMatch(/123456|214691/);
    expect(JSON.stringify((await ask(definitions, admin)).body)).toMatch(/123456/);
  });

  it('is for who may run checks and edit tests, and says what is allowed', async () => {
    const one = [{ definition: 'columnValuesToBeUnique', column: 'id' }];
    const cases: [string, number, Promise<{ status: number; body: unknown }>][] = [
      ['without EditTests', 403, ask(one, await person(['CheckData']))],
      ['without CheckData', 403, ask(one, await person(['EditTests']))],
      ['not a dry run', 400, ask(one, tester, {})],
      ['dryRun: false', 400, ask(one, tester, { dryRun: false })],
      ['too many', 400, ask(Array.from({ length: 21 }, () => one[0]!))],
      ['none', 400, ask([])],
      ['an unknown definition', 400, ask([{ definition: 'columnValuesToBeNice' }])],
    ];
    for (const [what, status, asked] of cases) expect([what, (await asked).status]).toEqual([what, status]);
    expect(JSON.stringify((await ask(one, tester, {})).body)).toContain('dryRun');
  });
});
