import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { encoded, makeTable, makeTestCase, newName, type Named } from './tested-table';

const T0 = Date.UTC(2026, 0, 10);
const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';
const LOGICAL = '/dataQuality/testCases/logicalTestCases';
const SUMMARY = '/dataQuality/testSuites/executionSummary';

interface Page {
  readonly data: readonly Named[];
}

interface ErrorBody {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

describe('the routes of suites, and the filters of tests', () => {
  let admin: RestClient;
  let suite: Named;
  let testCase: Named;
  let fqn: string;

  beforeAll(async () => {
    const service = await RunningService.shared();
    admin = await service.client();
    const table = await makeTable(admin);
    fqn = table.fqn;
    testCase = await makeTestCase(admin, table);
    suite = await admin.must<Named>('POST', '/dataQuality/testSuites', { name: newName('checks') });
  });

  it('make a logical suite, fill it, sum it up, and take a test case out', async () => {
    const body = { testSuiteId: suite.id, testCaseIds: [testCase.id] };
    const added = await admin.put<Named>(LOGICAL, body);
    expect([added.status, added.body.id]).toEqual([200, suite.id]);
    expect(added.headers.get('etag')).toMatch(/^"0\.2-/);
    expect(added.body).toMatchObject({ basic: false, version: 0.2 });
    const shown = await admin.must('GET', `/dataQuality/testSuites/${suite.id}?fields=tests`);
    expect(shown).toMatchObject({ tests: [{ id: testCase.id, type: 'testCase' }] });
    const listed = await admin.must<Page>('GET', `/dataQuality/testCases?testSuiteId=${suite.id}`);
    expect(listed.data.map(({ id }) => id)).toEqual([testCase.id]);
    const path = `/dataQuality/testCases/testCaseResults/${encoded(testCase.fullyQualifiedName)}`;
    await admin.must('POST', path, { timestamp: T0, testCaseStatus: 'Aborted' });
    expect(await admin.must('GET', `${SUMMARY}?testSuiteId=${suite.id}`)).toEqual({
      ...{ success: 0, failed: 0, aborted: 1, queued: 0 },
      total: 1,
    });
    const removed = await admin.delete<Named>(`${LOGICAL}/${suite.id}/${testCase.id}`);
    expect([removed.status, removed.body.id]).toEqual([200, testCase.id]);
    expect(await admin.must('GET', `${SUMMARY}?testSuiteId=${suite.id}`)).toMatchObject({ total: 0 });
    expect((await admin.get(`/dataQuality/testCases/${testCase.id}`)).status).toBe(200);
  });

  it.each([
    ['as text', "select 'a\nb'", 'text/plain', "select 'a\nb'"],
    ['as a JSON string', '"select 1"', 'application/json', 'select 1'],
    ['as it is, under the type of JSON', 'select 1', 'application/json', 'select 1'],
  ])('take the query that finds failed rows, sent %s', async (_, sent, type, query) => {
    const path = `/dataQuality/testCases/${testCase.id}`;
    const { status, body } = await admin.put(`${path}/inspectionQuery`, sent, { 'content-type': type });
    expect([status, body.inspectionQuery]).toEqual([200, query]);
    expect(await admin.must('GET', `${path}?fields=inspectionQuery`)).toMatchObject({ inspectionQuery: query });
  });

  it('refuse an empty query, another media type, and those who may not', async () => {
    const path = `/dataQuality/testCases/${testCase.id}/inspectionQuery`;
    expect((await admin.put(path, '""')).status).toBe(400);
    expect((await admin.put(path)).status).toBe(400);
    expect((await admin.put(path, '<a/>', { 'content-type': 'application/xml' })).status).toBe(415);
    expect((await admin.put(`/dataQuality/testCases/${UNKNOWN}/inspectionQuery`, 'select 1')).status).toBe(404);
    const consumer = await (await RunningService.shared()).client(newName('reader'), 'DataConsumer');
    expect((await consumer.put(path, 'select 1')).status).toBe(403);
  });

  it('filter as clients ask', async () => {
    const found = async (query: string) => {
      const page = await admin.must<Page>('GET', `/dataQuality/testCases?entityFQN=${encoded(fqn)}&${query}`);
      return page.data.map(({ id }) => id);
    };
    const all =
      'includeAllTests=true&testCaseType=table&testPlatforms=Other&createdBy=admin&dataQualityDimension=NoDimension';
    expect(await found(all)).toEqual([testCase.id]);
    expect(await found('testCaseStatus=Failed')).toEqual([]);
    expect(await found('columnName=id')).toEqual([]);
    const suites = await admin.must<Page>('GET', '/dataQuality/testSuites?testSuiteType=logical&limit=1000');
    expect(suites.data.map(({ id }) => id)).toContain(suite.id);
  });

  const WRONG: [string, () => unknown, string, string][] = [
    ['no body', () => undefined, '', 'The body is missing'],
    ['no suite', () => ({ testCaseIds: [] }), 'testSuiteId', 'is required'],
    ['no test cases', () => ({ testSuiteId: suite.id }), 'testCaseIds', 'is required'],
    ['a suite by name', () => ({ testSuiteId: suite.name, testCaseIds: [] }), 'testSuiteId', 'a UUID'],
    ['a test case by name', () => ({ testSuiteId: suite.id, testCaseIds: ['a.b'] }), 'testCaseIds[0]', 'a UUID'],
    ['one id', () => ({ testSuiteId: suite.id, testCaseIds: testCase.id }), 'testCaseIds', 'array'],
    [
      'too many',
      () => ({ testSuiteId: suite.id, testCaseIds: Array.from({ length: 1_001 }, () => UNKNOWN) }),
      'testCaseIds',
      '1000',
    ],
    [
      'an unknown member',
      () => ({ testSuiteId: suite.id, testCaseIds: [], all: true }),
      'all',
      'is not a known property',
    ],
  ];

  it.each(WRONG)('refuse %s, naming the place and what is allowed', async (_, sent, field, told) => {
    const answer = await admin.put<ErrorBody>(LOGICAL, sent());
    expect(answer.body).toMatchObject({ code: 400, errorType: 'BAD_REQUEST' });
    if (field) expect(answer.body.details?.map((detail) => detail.field)).toContain(field);
    expect(`${answer.body.message} ${JSON.stringify(answer.body.details)}`).toContain(told);
  });

  it.each([
    ['/dataQuality/testCases?testCaseStatus=Passed', 400],
    ['/dataQuality/testCases?testPlatforms=', 400],
    ['/dataQuality/testSuites?testSuiteType=table', 400],
    ['/dataQuality/testDefinitions?entityType=table', 400],
    [SUMMARY, 400],
    [`${SUMMARY}?testSuiteId=none`, 400],
    [`${SUMMARY}?testSuiteId=${UNKNOWN}`, 404],
  ])('answer %s with %i', async (path, status) => {
    expect((await admin.get(path)).status).toBe(status);
  });

  it('answer for suites and test cases that are not there', async () => {
    expect((await admin.put(LOGICAL, { testSuiteId: UNKNOWN, testCaseIds: [] })).status).toBe(404);
    expect((await admin.put(LOGICAL, { testSuiteId: suite.id, testCaseIds: [UNKNOWN] })).status).toBe(404);
    expect((await admin.delete(`${LOGICAL}/${suite.id}/${UNKNOWN}`)).status).toBe(404);
    expect((await admin.delete(`${LOGICAL}/${suite.id}/none`)).status).toBe(400);
  });
});
