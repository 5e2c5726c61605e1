import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { encoded, makeTable, makeTestCase, newName, type Named } from './tested-table';

const T0 = Date.UTC(2026, 0, 10);
const PATH = '/dataQuality/testCases/testCaseIncidentStatus';
const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';

interface Status extends Record<string, unknown> {
  readonly id: string;
  readonly stateId: string;
}

interface Page {
  readonly data: readonly Status[];
  readonly paging: { readonly total: number; readonly after?: string };
}

interface ErrorBody {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

describe('the routes of incidents', () => {
  let admin: RestClient;
  let testCase: Named;
  let user: Named;

  beforeAll(async () => {
    const service = await RunningService.shared();
    admin = await service.client();
    testCase = await makeTestCase(admin, await makeTable(admin));
    const name = newName('ada');
    user = await admin.must<Named>('POST', '/users', { name, email: `${name}@example.org` });
  });

  const body = (testCaseResolutionStatusType: string, more: object = {}) => ({
    testCaseResolutionStatusType,
    testCaseReference: testCase.fullyQualifiedName,
    ...more,
  });

  it('lead from a failed result to its resolution, in the shapes of clients', async () => {
    const fqn = encoded(testCase.fullyQualifiedName);
    const results = `/dataQuality/testCases/testCaseResults/${fqn}`;
    const failed = await admin.post(results, { timestamp: T0, testCaseStatus: 'Failed' });
    const stateId = String(failed.body.incidentId);
    const shown = () => admin.must('GET', `/dataQuality/testCases/name/${fqn}?fields=incidentId,testCaseResult`);
    expect(await shown()).toMatchObject({ incidentId: stateId, testCaseResult: { incidentId: stateId } });
    const again = await admin.post<Status>(PATH, body('New'));
    expect([again.status, again.body.stateId]).toEqual([200, stateId]);

    // A client sends references as it has read them, and null for what it does not say.
    const assignee = { ...user, type: 'user', deleted: false };
    const { id, name, fullyQualifiedName } = assignee;
    const details = { assignee: { id, name, fullyQualifiedName, type: 'user', deleted: false, href: null } };
    const assigned = await admin.post<Status>(
      PATH,
      body('Assigned', { testCaseResolutionStatusDetails: details, severity: null }),
    );
    expect([assigned.status, assigned.body.stateId]).toEqual([201, stateId]);
    expect(assigned.body).toMatchObject({
      testCaseResolutionStatusDetails: { assignee: { id, type: 'user', name } },
      testCaseReference: { id: testCase.id, type: 'testCase', fullyQualifiedName: testCase.fullyQualifiedName },
      updatedBy: { type: 'user', name: 'admin' },
    });
    const one = `${PATH}/${assigned.body.id}`;
    const patched = await admin.patch(one, [{ op: 'add', path: '/severity', value: 'Severity1' }]);
    expect(patched.body).toEqual({ ...assigned.body, severity: 'Severity1', updatedAt: patched.body.updatedAt });
    expect(await admin.must('GET', one)).toEqual(patched.body);

    const resolution = { testCaseFailureReason: 'MissingData', testCaseFailureComment: 'loaded again' };
    const resolved = await admin.must<Status>(
      'POST',
      PATH,
      body('Resolved', { testCaseResolutionStatusDetails: resolution }),
    );
    expect(resolved).toMatchObject({
      severity: 'Severity1',
      testCaseResolutionStatusDetails: { ...resolution, resolvedBy: { type: 'user', name: 'admin' } },
    });
    expect(await shown()).not.toHaveProperty('incidentId');
    const all = await admin.must<Page>('GET', `${PATH}/stateId/${stateId}`);
    expect(all.data.map((status) => status.testCaseResolutionStatusType)).toEqual(['Resolved', 'Assigned', 'New']);
    expect((await admin.post(PATH, body('Resolved', { testCaseResolutionStatusDetails: resolution }))).status).toBe(
      409,
    );

    const latest = await admin.must<Page>('GET', `${PATH}?latest=true&testCaseFQN=${fqn}`);
    expect([latest.data, latest.paging]).toEqual([[resolved], { total: 1 }]);
    const mine = `${PATH}?assignee=${user.name}&startTs=${T0}&endTs=${8.64e15}`;
    expect((await admin.must<Page>('GET', mine)).data.map((status) => status.id)).toEqual([assigned.body.id]);
    const first = await admin.must<Page>('GET', `${PATH}?limit=1&testCaseFQN=${fqn}`);
    const offset = encodeURIComponent(first.paging.after ?? '');
    const second = await admin.must<Page>('GET', `${PATH}?limit=1&testCaseFQN=${fqn}&offset=${offset}`);
    expect(second.data.map((status) => status.id)).toEqual([assigned.body.id]);
  });

  it('of those that are open are sorted and filtered, page by page', async () => {
    const [owner, classification] = [newName('steward'), newName('rank')];
    await admin.must('POST', '/classifications', { name: classification, description: 'Ranks' });
    const { fullyQualifiedName: tier } = await admin.must<Named>('POST', '/tags', {
      ...{ name: 'first', description: 'The first' },
      classification,
    });
    const { id } = await admin.must<Named>('POST', '/users', { name: owner, email: `${owner}@example.org` });
    const table = await makeTable(admin);
    await admin.must('PATCH', `/tables/${table.id}`, [
      { op: 'add', path: '/owners', value: [{ id, type: 'user' }] },
      { op: 'add', path: '/tags', value: [{ tagFQN: tier, source: 'Classification' }] },
    ]);
    const cases: Named[] = [];
    for (let at = 0; at < 3; at += 1) cases.push(await makeTestCase(admin, table));
    const other = await makeTestCase(admin, await makeTable(admin));
    const kinds = ['Ack', 'New', 'Ack'];
    for (const [at, one] of cases.entries())
      await admin.must('POST', PATH, { testCaseResolutionStatusType: kinds[at], testCaseReference: one.id });
    await admin.must('POST', PATH, { testCaseResolutionStatusType: 'New', testCaseReference: other.id });
    const names = async (query: string) =>
      (await admin.must<Page>('GET', `${PATH}?open=true&owner=${owner}${query}`)).data.map(
        ({ testCaseReference }) => (testCaseReference as Named).name,
      );
    const [first, second, third] = cases.map(({ name }) => name);
    const byName = [first, second, third].sort();
    expect(await names('')).toEqual([third, second, first]);
    expect(await names('&sortOrder=asc')).toEqual([first, second, third]);
    expect(await names('&sortBy=name')).toEqual(byName);
    expect(await names('&sortBy=name&sortOrder=desc')).toEqual([...byName].reverse());
    expect(await names('&sortBy=status')).toEqual([second, first, third]);
    expect(await names(`&tier=${tier}&sortBy=name`)).toEqual(byName);
    expect(await names(`&tier=${classification}.second`)).toEqual([]);
    for (const sort of ['name', 'status', 'timestamp']) {
      const all = await names(`&sortBy=${sort}`);
      const paged: string[] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const cursor: string = after && `&after=${encodeURIComponent(after)}`;
        const query = `${PATH}?open=true&owner=${owner}&sortBy=${sort}&limit=1${cursor}`;
        const { data, paging } = await admin.must<Page>('GET', query);
        paged.push(...data.map(({ testCaseReference }) => (testCaseReference as Named).name));
        after = paging.after;
      }
      expect(paged).toEqual(all);
    }
    for (const query of ['sortBy=name', 'open=false&sortBy=status', 'open=true&sortBy=colour', 'sortOrder=up'])
      expect([query, (await admin.get(`${PATH}?${query}`)).status]).toEqual([query, 400]);
  });

  it('replay a POST with the same Idempotency-Key', async () => {
    const other = await makeTestCase(admin, await makeTable(admin));
    const headers = { 'idempotency-key': newName('key') };
    const sent = { testCaseResolutionStatusType: 'Ack', testCaseReference: other.id };
    const [first, again] = [await admin.post(PATH, sent, headers), await admin.post(PATH, sent, headers)];
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
  });

  const DETAILS = 'testCaseResolutionStatusDetails';
  const detailed = (status: string, details: unknown) => body(status, { [DETAILS]: details });
  const WRONG: [string, () => unknown, string, string][] = [
    ['no body', () => undefined, '', 'The body is missing'],
    ['a list', () => [], '', 'object'],
    ['no status', () => ({ testCaseReference: 'a' }), 'testCaseResolutionStatusType', 'is required'],
    ['another status', () => body('Open'), 'testCaseResolutionStatusType', 'New, Ack, Assigned, Resolved'],
    ['no test case', () => ({ testCaseResolutionStatusType: 'New' }), 'testCaseReference', 'is required'],
    ['an empty name', () => body('New', { testCaseReference: '' }), 'testCaseReference', '1 to 2060 characters'],
    ['a reference', () => body('New', { testCaseReference: { id: UNKNOWN } }), 'testCaseReference', 'a text'],
    ['another severity', () => body('New', { severity: 'High' }), 'severity', 'Severity1'],
    ['an unknown member', () => body('New', { state: 1 }), 'state', 'is not a known property'],
    [
      'details of New',
      () => detailed('New', { testCaseFailureComment: 'x' }),
      `${DETAILS}.testCaseFailureComment`,
      'New',
    ],
    ['nobody to assign to', () => body('Assigned'), `${DETAILS}.assignee`, 'is required for the status Assigned'],
    ['a team', () => detailed('Assigned', { assignee: { id: UNKNOWN, type: 'team' } }), `${DETAILS}.assignee`, 'user'],
    [
      'no reason',
      () => detailed('Resolved', { testCaseFailureComment: '' }),
      `${DETAILS}.testCaseFailureReason`,
      'required',
    ],
    [
      'another reason',
      () => detailed('Resolved', { testCaseFailureReason: 'Bug', testCaseFailureComment: '' }),
      `${DETAILS}.testCaseFailureReason`,
      'FalsePositive, MissingData, Duplicates, OutOfBounds, Other',
    ],
    [
      'a long comment',
      () => detailed('Resolved', { testCaseFailureReason: 'Other', testCaseFailureComment: 'x'.repeat(16_385) }),
      `${DETAILS}.testCaseFailureComment`,
      '0 to 16384 characters',
    ],
    ['details that are a text', () => detailed('Resolved', 'done'), DETAILS, 'an object'],
  ];

  it.each(WRONG)('refuse %s, naming the place and what is allowed', async (_, sent, field, told) => {
    const answer = await admin.post<ErrorBody>(PATH, sent());
    expect(answer.body).toMatchObject({ code: 400, errorType: 'BAD_REQUEST' });
    if (field) expect(answer.body.details?.map((detail) => detail.field)).toContain(field);
    expect(`${answer.body.message} ${JSON.stringify(answer.body.details)}`).toContain(told);
  });

  it.each([
    ['', 'startTs=2&endTs=1', 'startTs'],
    ['', 'limit=1001', 'limit'],
    ['', 'latest=yes', 'latest'],
    ['', 'testCaseResolutionStatusType=Open', 'testCaseResolutionStatusType'],
    ['', 'testCaseFQN=', 'testCaseFQN'],
    ['', `assignee=${'x'.repeat(2_061)}`, 'assignee'],
    ['', 'after=x&offset=y', 'after'],
    ['', 'status=New', 'status'],
    [`/stateId/${UNKNOWN}`, 'latest=true', 'latest'],
    ['/stateId/none', '', 'stateId'],
    ['/none', '', 'id'],
  ])('refuse %s?%s', async (path, query, field) => {
    const answer = await admin.get<ErrorBody>(`${PATH}${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  it('answer for what is not there', async () => {
    expect((await admin.get(`${PATH}/${UNKNOWN}`)).status).toBe(404);
    expect((await admin.patch(`${PATH}/${UNKNOWN}`, [])).status).toBe(404);
    expect(await admin.must('GET', `${PATH}/stateId/${UNKNOWN}`)).toEqual({ data: [], paging: { total: 0 } });
    const nobody = { testCaseResolutionStatusDetails: { assignee: UNKNOWN } };
    expect((await admin.post(PATH, body('Assigned', nobody))).status).toBe(404);
    expect((await admin.post(PATH, body('New', { testCaseReference: 'no.such.case' }))).status).toBe(404);
  });

  it('refuse patches of what may not change, and of another media type', async () => {
    const { id } = await admin.must<Status>('POST', PATH, body('Ack'));
    const patch = (operations: unknown) => admin.patch<ErrorBody>(`${PATH}/${id}`, operations);
    const moved = await patch([{ op: 'replace', path: '/testCaseResolutionStatusType', value: 'Resolved' }]);
    expect([moved.status, moved.body.details?.[0]?.field]).toEqual([400, 'testCaseResolutionStatusType']);
    const severe = await patch([{ op: 'add', path: '/severity', value: 7 }]);
    expect([severe.status, severe.body.details?.[0]?.field]).toEqual([400, 'severity']);
    expect((await patch([{ op: 'test', path: '/severity', value: 'Severity1' }])).status).toBe(409);
    const headers = { 'content-type': 'application/json' };
    expect((await admin.patch(`${PATH}/${id}`, [], headers)).status).toBe(415);
  });
});
