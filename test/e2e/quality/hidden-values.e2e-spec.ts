import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { AgentClient } from '../agents/agent-client';
import { sourceDatabase, type SourceDatabase } from '../data/source-database';
import { encoded, newName, type Named } from './tested-table';

const TAG = {
  op: 'add',
  path: '/columns/1/tags',
  value: [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
};
const SECRETS = /91234\.56|123456\.78|214691|4711234/;
const ALL = 'startTs=0&endTs=4000000000000';
const T0 = Date.UTC(2026, 0, 10);

describe('values of a column that bears a hidden tag', () => {
  let admin: RestClient;
  let reader: RestClient;
  let steward: RestClient;
  let source: SourceDatabase;
  let table: Named;
  let max: Named;
  let contract: Named;
  const name = newName('hidden');

  beforeAll(async () => {
    const service = await RunningService.shared();
    admin = await service.client();
    source = await sourceDatabase(
      'create table sales.people (id int, salary numeric(10,2), note text)',
      `insert into sales.people values (1, 91234.56, 'a'), (2, 123456.78, 'b')`,
    );
    const connection = { config: source.config };
    const path = `/services/databaseServices/name/${name}`;
    await admin.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres', connection });
    await admin.must('PUT', `${path}/dataAccess`, { customSql: true });
    await admin.must('POST', `${path}/crawls`, undefined);
    await admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    table = await admin.must<Named>('GET', `/tables/name/${name}.${source.config.database}.sales.people`);
    reader = await service.client(newName('reader'));
    const role = newName('role');
    const rules = [{ name: 'samples', effect: 'allow', resources: ['All'], operations: ['ViewSampleData'] }];
    await admin.must('POST', '/policies', { name: role, rules });
    await admin.must('POST', '/roles', { name: role, policies: [role] });
    steward = await service.client(newName('steward'), role);
    await measure();
    await admin.must('PATCH', `/tables/${table.id}`, [TAG]);
  });
  afterAll(() => source?.drop());

  async function measure(): Promise<void> {
    await admin.must('POST', `/tables/${table.id}/profiles`, {});
    max = await testCase('salary', 'columnValueMaxToBeBetween', { maxValueForMaxInCol: 100000 });
    // By a name that means the column on its platform.
    await testCase('SALARY', 'columnValuesToBeBetween', { minValue: 100000 });
    await testCase(undefined, 'tableCustomSQLQuery', {
      ...{ sqlExpression: 'select sum(salary)::bigint from {table}', strategy: 'COUNT', operator: '<', threshold: 10 },
    });
    await testCase('note', 'columnValueLengthsToBeBetween', { minLength: 9 });
    contract = await admin.must<Named>('PUT', '/dataContracts', {
      ...{ name: newName('c'), entity: { id: table.id, type: 'table' }, entityStatus: 'Active' },
      qualityExpectations: [{ id: max.id, type: 'testCase' }],
    });
    await admin.must('POST', `/tables/${table.id}/checks`, {});
    const scope = { id: contract.id, type: 'dataContract' };
    await admin.must('PUT', '/dataContracts/policies', { scope, incidents: { open: true } });
    await validate();
  }

  async function testCase(column: string | undefined, testDefinition: string, parameters: object): Promise<Named> {
    const parameterValues = Object.entries(parameters).map(([key, value]) => ({ name: key, value: String(value) }));
    const entityLink = `<#E::table::${table.fullyQualifiedName}${column ? `::columns::${column}` : ''}>`;
    const body = { name: newName('case'), entityLink, testDefinition, parameterValues };
    return admin.must<Named>('POST', '/dataQuality/testCases', body);
  }

  const validate = (by = admin) =>
    by.post(`/dataContracts/${contract.id}/validate?evidence=source&fields=details`, undefined, { prefer: 'wait=60' });

  const doors = (): Record<string, string> => ({
    latest: `/tables/${encoded(table.fullyQualifiedName)}/tableProfile/latest`,
    columns: `/tables/name/${encoded(table.fullyQualifiedName)}/columns?fields=profile`,
    history: `/tables/${encoded(`${table.fullyQualifiedName}.salary`)}/columnProfile?${ALL}`,
    results: `/dataQuality/testCases/testCaseResults/${encoded(max.fullyQualifiedName)}?${ALL}`,
    'a test case': `/dataQuality/testCases/${max.id}?fields=testCaseResult`,
    'test cases': `/dataQuality/testCases?entityFQN=${encoded(table.fullyQualifiedName)}&fields=testCaseResult`,
    runs: `/dataRuns?asset=${table.id}`,
    'result of a contract': `/dataContracts/${contract.id}/results/latest?fields=details`,
    'results of a contract': `/dataContracts/${contract.id}/results?fields=details`,
    contract: `/dataContracts/${contract.id}?fields=*`,
    contracts: `/dataContracts?limit=1000&fields=latestResult`,
    incidents: `/dataQuality/testCases/testCaseIncidentStatus?${ALL}&limit=100`,
    'incidents of contracts': `/dataContracts/incidents?limit=1000`,
    search: `/search/query?q=${encoded(max.name)}&index=test_case_search_index`,
    summary: `/dataContracts/${contract.id}/results/summary`,
    versions: `/tables/${table.id}/versions`,
    events: `/events?entityId=${contract.id}`,
  });

  it('are shown by no door to who may not see samples, and to who may by all that had them', async () => {
    const told: string[] = [];
    for (const [door, path] of Object.entries(doors())) {
      const { status, text } = await raw(reader, path);
      expect([door, status, SECRETS.exec(text)?.[0]]).toEqual([door, 200, undefined]);
      if (SECRETS.test((await raw(steward, path)).text)) told.push(door);
    }
    expect(told).toEqual([
      ...['latest', 'columns', 'history', 'results', 'a test case', 'test cases', 'runs'],
      ...['result of a contract', 'results of a contract', 'contract', 'contracts', 'incidents of contracts'],
    ]);
  });

  it('leave counts, lengths and what people wrote', async () => {
    const all = doors();
    expect((await reader.get(all.latest!)).body).toMatchObject({
      columns: [{ profile: { min: 1 } }, { profile: { name: 'salary', valuesCount: 2, nullCount: 0 } }, {}],
    });
    expect((await reader.get(all.results!)).body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          result: 'Found a value that is hidden, expected at most 100000',
          testResultValue: [{ name: 'max', value: '*********' }],
        }),
      ]),
    });
    const { checks } = ((await reader.get(all.runs!)).body.data as { checks?: Record<string, unknown>[] }[]).find(
      (run) => run.checks?.length === 4,
    )!;
    expect(checks!.map(({ message, failedRows }) => [message, failedRows]).sort()).toEqual([
      ['1 of 2 rows fail', 1],
      ['2 of 2 rows fail', 2],
      ['Found a value that is hidden, expected < 10', undefined],
      ['Found a value that is hidden, expected at most 100000', undefined],
    ]);
    const { result } = (await reader.get(all['result of a contract']!)).body;
    expect(result).toMatch(/: failed at .* UTC: Found a value that is hidden, expected at most 100000\.$/);
    const yaml = await reader.get(all.contract!, { accept: 'application/yaml' });
    expect([yaml.status, SECRETS.exec(JSON.stringify(yaml.body))]).toEqual([200, null]);
  });

  it('are told to no agent of who may not see samples', async () => {
    const calls = {
      explain_failure: contract.fullyQualifiedName,
      get_contract: contract.fullyQualifiedName,
      get_asset: table.fullyQualifiedName,
    };
    const answers = async (client: RestClient): Promise<string[]> => {
      const agent = await AgentClient.of(client);
      const texts: string[] = [];
      for (const [tool, name] of Object.entries(calls))
        texts.push(JSON.stringify(await agent.call(tool, { [tool === 'get_asset' ? 'asset' : 'contract']: name })));
      await agent.close();
      return texts;
    };
    expect((await answers(reader)).filter((text) => SECRETS.test(text))).toEqual([]);
    expect((await answers(steward)).filter((text) => SECRETS.test(text))).not.toEqual([]);
  });

  it('are hidden of what is pushed after the tag, as a whole', async () => {
    const path = `/dataQuality/testCases/testCaseResults/${encoded(max.fullyQualifiedName)}`;
    const value = { name: 'max', value: '4711234' };
    await admin.must('POST', path, {
      ...{ timestamp: T0, testCaseStatus: 'Failed', result: 'We saw 4711234 of ann@x.org', testResultValue: [value] },
    });
    const profile = {
      name: 'salary',
      timestamp: T0,
      max: 4711234,
      histogram: { boundaries: ['4711234'] },
      valuesCount: 3,
    };
    await admin.must('PUT', `/tables/${table.id}/tableProfile`, {
      ...{
        tableProfile: { timestamp: Date.now(), rowCount: 3 },
        columnProfile: [{ ...profile, timestamp: Date.now() }],
      },
    });
    await admin.must('PUT', `/dataContracts/${contract.id}/results`, {
      ...{ timestamp: Date.now(), contractExecutionStatus: 'Failed', result: 'ann has 4711234' },
    });
    const all = doors();
    for (const door of ['latest', 'history', 'results', 'result of a contract', 'results of a contract', 'contract'])
      expect([door, SECRETS.exec((await raw(reader, all[door]!)).text)?.[0]]).toEqual([door, undefined]);
    expect((await reader.get(`${path}?startTs=${T0}&endTs=${T0}`)).body).toMatchObject({
      data: [{ result: 'Found a value that is hidden, expected maxValueForMaxInCol=100000' }],
    });
  });

  it('are shown again when the tag goes, whenever they were measured', async () => {
    await admin.must('PATCH', `/tables/${table.id}`, [{ op: 'remove', path: '/columns/1/tags' }]);
    const all = doors();
    expect((await raw(reader, all.history!)).text).toMatch(/123456\.78/);
    expect((await raw(reader, all.results!)).text).toMatch(/Found max=123456\.78, expected at most 100000/);
  });

  const raw = async (client: RestClient, path: string) => {
    const { status, body } = await client.get(path);
    return { status, text: JSON.stringify(body) };
  };
});
