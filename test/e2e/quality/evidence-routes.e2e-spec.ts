import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { encoded, makeTable, makeTestCase, newName, type Named, type TestedTable } from './tested-table';

const T0 = Date.UTC(2026, 0, 10);
const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';

interface ErrorBody {
  readonly code: number;
  readonly errorType: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

describe('the routes of evidence', () => {
  let service: RunningService;
  let admin: RestClient;
  let table: TestedTable;
  let testCase: Named;
  let pipeline: Named;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    table = await makeTable(admin);
    testCase = await makeTestCase(admin, table);
    const airflow = newName('airflow');
    await admin.must('POST', '/services/pipelineServices', { name: airflow, serviceType: 'Airflow' });
    pipeline = await admin.must<Named>('POST', '/pipelines', { name: 'load', service: airflow });
  });

  it('store a result under both paths, list it under both, and delete it', async () => {
    const fqn = encoded(testCase.fullyQualifiedName);
    const own = `/dataQuality/testCases/${fqn}/testCaseResult`;
    const ofClients = `/dataQuality/testCases/testCaseResults/${fqn}`;
    const first = await admin.put(own, { timestamp: T0, testCaseStatus: 'Failed', result: 'two' });
    expect([first.status, first.body.testCaseFQN]).toEqual([201, testCase.fullyQualifiedName]);
    expect((await admin.post(ofClients, { timestamp: T0, testCaseStatus: 'Aborted' })).status).toBe(200);
    expect((await admin.post(ofClients, { timestamp: T0 + 1, testCaseStatus: 'Success' })).status).toBe(201);
    const lists = await Promise.all(
      [own, ofClients].map((path) => admin.must('GET', `${path}?startTs=${T0}&endTs=${T0 + 1}`)),
    );
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0]).toMatchObject({
      data: [{ testCaseStatus: 'Success' }, { testCaseStatus: 'Aborted' }],
      paging: { total: 2 },
    });
    const shown = await admin.must('GET', `/dataQuality/testCases/name/${fqn}?fields=testCaseResult,testCaseStatus`);
    expect(shown).toMatchObject({ version: 0.1, testCaseStatus: 'Success', testCaseResult: { timestamp: T0 + 1 } });
    expect(await admin.must('DELETE', `${ofClients}/${T0 + 1}`)).toMatchObject({ testCaseStatus: 'Success' });
    expect((await admin.delete(`${ofClients}/${T0 + 1}`)).status).toBe(404);
  });

  it('replay a POST with the same Idempotency-Key', async () => {
    const other = await makeTestCase(admin, table);
    const path = `/dataQuality/testCases/testCaseResults/${encoded(other.fullyQualifiedName)}`;
    const headers = { 'idempotency-key': newName('key') };
    const body = { timestamp: T0, testCaseStatus: 'Success' };
    const [first, again] = [await admin.post(path, body, headers), await admin.post(path, body, headers)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await admin.post(path, { ...body, testCaseStatus: 'Failed' }, headers)).status).toBe(409);
  });

  it('take profiles by id and by FQN, and show them', async () => {
    const columnProfile = [{ name: 'ordered_at', timestamp: T0, max: '2026-01-09T23:00:00Z' }];
    const pushed = await admin.put(`/tables/${table.id}/tableProfile`, {
      tableProfile: { timestamp: T0, rowCount: 9 },
      columnProfile,
    });
    expect([pushed.status, pushed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"0\.1-/)]);
    expect(pushed.body).toMatchObject({
      id: table.id,
      profile: { rowCount: 9 },
      columns: [{}, { profile: columnProfile[0] }],
    });
    const byFqn = `/tables/${encoded(table.fqn)}/tableProfile`;
    expect(await admin.must('GET', `${byFqn}?startTs=${T0}&endTs=${T0}`)).toEqual({
      data: [{ timestamp: T0, rowCount: 9 }],
      paging: { total: 1 },
    });
    expect(await admin.must('GET', `${byFqn}/latest`)).toEqual(pushed.body);
    expect(await admin.must('GET', `/tables/${table.id}?fields=profile`)).toMatchObject({
      profile: { timestamp: T0, rowCount: 9 },
    });
    expect((await admin.put(`/tables/${table.id}/sampleData`, { columns: ['id'], rows: [[1]] })).status).toBe(200);
  });

  it('list the profiles of a table, its columns and the writes to it, and delete them', async () => {
    const other = await makeTable(admin);
    const told = {
      tableProfile: { timestamp: T0, rowCount: 9 },
      columnProfile: [{ name: 'ordered_at', timestamp: T0, max: '2026-01-09T23:00:00Z' }],
      systemProfile: [{ timestamp: T0, operation: 'INSERT', rowsAffected: 3 }],
    };
    expect((await admin.put(`/tables/${other.id}/tableProfile`, told)).status).toBe(200);
    const named = encoded(other.fqn);
    const column = encoded(`${other.fqn}.ordered_at`);
    const lists = [
      [`${named}/tableProfile`, `${named}/table`, [told.tableProfile]],
      [`${column}/columnProfile`, `${column}/column`, told.columnProfile],
      [`${other.id}/systemProfile`, `${other.id}/system`, told.systemProfile],
    ] as const;
    for (const [list, entry, data] of lists) {
      const path = `/tables/${list}?startTs=${T0}&endTs=${T0}`;
      expect(await admin.must('GET', path)).toEqual({ data, paging: { total: 1 } });
      const { status, body } = await admin.get<ErrorBody>(`/tables/${list}?startTs=2&endTs=1`);
      expect([status, body.message]).toEqual([400, expect.stringContaining('startTs')]);
      const consumer = await service.client(newName('c'), 'DataConsumer');
      expect((await consumer.get(path)).status).toBe(200);
      expect((await consumer.delete(`/tables/${entry}/${T0}/profile`)).status).toBe(403);
      expect(await admin.must('DELETE', `/tables/${entry}/${T0}/profile`)).toEqual({ data });
      expect((await admin.delete(`/tables/${entry}/${T0}/profile`)).status).toBe(404);
      expect(await admin.must('GET', path)).toEqual({ data: [], paging: { total: 0 } });
    }
  });

  it.each([
    ['GET', 'a.b.c.d/columnProfile', 400, 'fqn', 'must be the FQN of a column'],
    ['GET', 'a.b.c.d.e/columnProfile', 404, '', 'table instance for a.b.c.d not found'],
    ['GET', `${UNKNOWN}/systemProfile`, 404, '', `table instance for ${UNKNOWN} not found`],
    ['DELETE', `a.b.c.d/tables/${T0}/profile`, 400, 'entityType', 'one of table, column, system'],
    ['DELETE', `a.b.c.d/column/${T0}/profile`, 400, 'fqn', 'must be the FQN of a column'],
    ['DELETE', 'a.b.c.d/table/now/profile', 400, 'timestamp', 'epoch milliseconds'],
    ['DELETE', `a.b.c.d/system/${T0}/profile`, 404, '', 'table instance for a.b.c.d not found'],
  ])('refuse %s %s with %i', async (method, path, status, field, told) => {
    const answer = await admin.send<ErrorBody>(method, `/tables/${path}`, {});
    expect(answer.status).toBe(status);
    expect(`${answer.body.message} ${JSON.stringify(answer.body.details)}`).toContain(told);
    if (field) expect(answer.body.details?.[0]?.field).toBe(field);
  });

  it('find columns by each name that the platform reads alike', async () => {
    const { id, fqn } = await makeTable(admin);
    const columnProfile = [{ name: 'ORDERED_AT', timestamp: T0, max: '2026-01-09T23:00:00Z' }];
    const tableProfile = { timestamp: T0, rowCount: 9 };
    expect(await admin.must('PUT', `/tables/${id}/tableProfile`, { tableProfile, columnProfile })).toMatchObject({
      columns: [{}, { name: 'ordered_at', profile: { name: 'ordered_at', max: '2026-01-09T23:00:00Z' } }],
    });
    const history = `/tables/${encoded(`${fqn}.ordered_at`)}/columnProfile?startTs=${T0}&endTs=${T0}`;
    expect(await admin.must('GET', history)).toMatchObject({ data: [{ name: 'ordered_at' }] });
    const metric = { name: 'late', columnName: 'Ordered_At', expression: 'max(ordered_at)' };
    expect(await admin.must('PUT', `/tables/${id}/customMetric`, metric)).toMatchObject({
      columns: [{}, { customMetrics: [{ name: 'late' }] }],
    });
    expect((await admin.delete(`/tables/${id}/customMetric/ORDERED_AT/late`)).status).toBe(200);
    // In quotes a name is exact.
    const quoted = { ...metric, columnName: '"Ordered_At"' };
    expect((await admin.put(`/tables/${id}/customMetric`, quoted)).status).toBe(400);
  });

  it('take custom metrics of a table and of its columns, show and remove them', async () => {
    const { id, schemaFqn } = await makeTable(admin);
    const path = `/tables/${id}/customMetric`;
    const metric = { name: 'late/orders.1', expression: 'select count(*) from orders' };
    const sent = { ...metric, description: null, columnName: null, owners: null, updatedAt: null, updatedBy: null };
    const first = await admin.put(path, sent);
    expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"0\.1-/)]);
    const ofColumn = { ...metric, columnName: 'ordered_at' };
    expect(await admin.must('PUT', path, ofColumn)).toMatchObject({
      version: 0.1,
      customMetrics: [metric],
      columns: [{ name: 'id' }, { name: 'ordered_at', customMetrics: [ofColumn] }],
    });
    const listed = `/tables?databaseSchema=${encoded(schemaFqn)}&fields=tableProfilerConfig,columns,customMetrics,tags`;
    expect(await admin.must('GET', listed)).toMatchObject({
      data: [{ customMetrics: [metric], columns: [{}, { customMetrics: [ofColumn] }] }],
    });
    const columns = await admin.must<{ data: object[] }>('GET', `/tables/${id}/columns?fields=customMetrics`);
    expect(columns.data[1]).toMatchObject({ customMetrics: [ofColumn] });
    const name = encoded(metric.name);
    expect((await admin.delete(`${path}/ordered_at/${name}`)).status).toBe(200);
    expect(await admin.must('DELETE', `${path}/${name}`)).toMatchObject({ id, customMetrics: [] });
    expect((await admin.delete(`${path}/${name}`)).status).toBe(404);
    expect((await admin.delete(`${path}/nope/${name}`)).status).toBe(400);
    expect((await admin.delete(`/tables/${UNKNOWN}/customMetric/${name}`)).status).toBe(404);
  });

  it('take the status of a pipeline', async () => {
    const status = { pipelineState: 'success', timestamp: T0, endDate: T0 + 5 };
    const path = `/pipelines/${encoded(pipeline.fullyQualifiedName)}/status`;
    expect(await admin.must('PUT', path, status)).toMatchObject({ id: pipeline.id, pipelineStatus: status });
    expect(await admin.must('GET', path)).toEqual({ data: [status], paging: { total: 1 } });
  });

  it('make the suite of a table, as clients ask for it', async () => {
    const { fqn } = await makeTable(admin);
    const body = { name: `${fqn}.testSuite`, basicEntityReference: fqn };
    const made = await admin.put<Named>('/dataQuality/testSuites/executable', body);
    expect([made.status, made.body.fullyQualifiedName]).toEqual([201, `${fqn}.testSuite`]);
    expect(made.body).toMatchObject({ basic: true, basicEntityReference: { fullyQualifiedName: fqn } });
    const again = await admin.put<Named>('/dataQuality/testSuites/executable', body);
    expect([again.status, again.body.id]).toEqual([200, made.body.id]);
  });

  it('take observations of every type that can have a contract', async () => {
    const topics = newName('kafka');
    await admin.must('POST', '/services/messagingServices', { name: topics, serviceType: 'Kafka' });
    const topic = await admin.must<Named>('POST', '/topics', { name: 't', service: topics, partitions: 1 });
    const seen = { timestamp: T0, kind: 'refresh' };
    expect(await admin.must('PUT', `/topics/${topic.id}/observations`, [seen, seen])).toEqual({ stored: 1 });
    expect(await admin.must('PUT', `/pipelines/${pipeline.id}/observations`, seen)).toEqual({ stored: 1 });
    const routes = [
      'tables',
      'dashboards',
      'dashboard/datamodels',
      'mlmodels',
      'containers',
      'searchIndexes',
      'apiEndpoints',
    ];
    for (const collection of [...routes, 'storedProcedures', 'dataProducts']) {
      const { status, body } = await admin.put<ErrorBody>(`/${collection}/${UNKNOWN}/observations`, seen);
      expect([collection, status, body.message]).toEqual([
        collection,
        404,
        expect.stringContaining(`instance for ${UNKNOWN} not found`),
      ]);
    }
  });

  const resultPath = () => `/dataQuality/testCases/${encoded(testCase.fullyQualifiedName)}/testCaseResult`;
  const observed = () => `/tables/${table.id}/observations`;
  const profile = () => `/tables/${table.id}/tableProfile`;
  const metric = () => `/tables/${table.id}/customMetric`;
  const WRONG: [string, () => string, unknown, string, string][] = [
    ['no body', resultPath, undefined, '', 'The body is missing'],
    ['a list', resultPath, [], '', 'object'],
    ['no status', resultPath, { timestamp: T0 }, 'testCaseStatus', 'is required'],
    ['seconds', resultPath, { timestamp: T0 / 1000, testCaseStatus: 'Success' }, 'timestamp', '1e11 to 8.64e15'],
    ['a time beyond all', resultPath, { timestamp: 9e15, testCaseStatus: 'Success' }, 'timestamp', '8.64e15'],
    ['half a millisecond', resultPath, { timestamp: T0 + 0.5, testCaseStatus: 'Success' }, 'timestamp', 'integer'],
    [
      'another status',
      resultPath,
      { timestamp: T0, testCaseStatus: 'Passed' },
      'testCaseStatus',
      'Success, Failed, Aborted, Queued',
    ],
    [
      'an unknown member',
      resultPath,
      { timestamp: T0, testCaseStatus: 'Success', passed: 1 },
      'passed',
      'allowed are ',
    ],
    [
      'negative rows',
      resultPath,
      { timestamp: T0, testCaseStatus: 'Success', failedRows: -1 },
      'failedRows',
      'an integer of 0 or more',
    ],
    ['an unknown kind', observed, { timestamp: T0, kind: 'seen' }, 'kind', 'refresh, arrival, availability'],
    ['a bare observation', observed, { kind: 'refresh' }, 'timestamp', 'is required'],
    [
      'one of two',
      observed,
      [
        { timestamp: T0, kind: 'refresh' },
        { timestamp: 1, kind: 'refresh' },
      ],
      '[1].timestamp',
      'seconds',
    ],
    ['no word on availability', observed, { timestamp: T0, kind: 'availability' }, 'available', 'required'],
    ['a source of ours', observed, { timestamp: T0, kind: 'refresh', source: 'catalog:x' }, 'source', 'catalog:'],
    ['a metric without a name', metric, { expression: '1' }, 'name', 'is required'],
    ['a metric without an expression', metric, { name: 'a', expression: '' }, 'expression', '1 to 65536'],
    ['a long name of a metric', metric, { name: 'a'.repeat(257), expression: '1' }, 'name', '256'],
    ['a long expression', metric, { name: 'a', expression: '1'.repeat(65_537) }, 'expression', '65536'],
    ['a metric of no column', metric, { name: 'a', expression: '1', columnName: 'x' }, 'columnName', 'no column "x"'],
    [
      'an owner without an id',
      metric,
      { name: 'a', expression: '1', owners: [{ type: 'user' }] },
      'owners[0].id',
      'required',
    ],
    ['an unknown member of a metric', metric, { name: 'a', expression: '1', sql: '1' }, 'sql', 'allowed are '],
    ['no profile', profile, {}, 'tableProfile', 'is required'],
    [
      'a column that is not there',
      profile,
      { tableProfile: { timestamp: T0 }, columnProfile: [{ name: 'x', timestamp: T0 }] },
      'columnProfile[0].name',
      'id, ordered_at',
    ],
    [
      'a column twice',
      profile,
      {
        tableProfile: { timestamp: T0 },
        columnProfile: [
          { name: 'id', timestamp: T0 },
          { name: 'id', timestamp: T0 },
        ],
      },
      'columnProfile[1].name',
      'columnProfile[0]',
    ],
    [
      'an unknown operation',
      profile,
      { tableProfile: { timestamp: T0 }, systemProfile: [{ timestamp: T0, operation: 'MERGE' }] },
      'systemProfile[0].operation',
      'INSERT, UPDATE, WRITE, DELETE',
    ],
    [
      'a status of nothing',
      () => `/pipelines/${pipeline.id}/status`,
      { timestamp: T0 },
      'pipelineState',
      'queued, success',
    ],
    [
      'a suite of no table',
      () => '/dataQuality/testSuites/executable',
      { name: 'x' },
      'basicEntityReference',
      'is required',
    ],
    [
      'short rows',
      () => `/tables/${table.id}/sampleData`,
      { columns: ['a'], rows: [[]] },
      'rows[0]',
      '0 values for 1 columns',
    ],
  ];

  it.each(WRONG)('refuse %s, naming the place and what is allowed', async (_, path, body, field, told) => {
    const answer = await admin.put<ErrorBody>(path(), body);
    expect(answer.body).toMatchObject({ code: 400, errorType: 'BAD_REQUEST' });
    if (field) expect(answer.body.details?.map((detail) => detail.field)).toContain(field);
    expect(`${answer.body.message} ${JSON.stringify(answer.body.details)}`).toContain(told);
  });

  it.each([
    ['startTs=2&endTs=1', 'startTs'],
    ['startTs=-1', 'startTs'],
    ['endTs=8640000000000001', 'endTs'],
    ['limit=1001', 'limit'],
    ['limit=1.0', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['from=1', 'from'],
    ['after=bent', 'bent'],
  ])('refuse the query %s, naming %s', async (query, culprit) => {
    const { status, body } = await admin.get<ErrorBody>(`${resultPath()}?${query}`);
    expect([status, body.message]).toEqual([400, expect.stringContaining(culprit)]);
  });

  it.each(['x', '-1', '8640000000000001', '1.5'])('refuse to delete at %s', async (timestamp) => {
    const path = `/dataQuality/testCases/testCaseResults/${encoded(testCase.fullyQualifiedName)}/${timestamp}`;
    const { status, body } = await admin.delete<ErrorBody>(path);
    expect([status, body.details?.[0]?.field]).toEqual([400, 'timestamp']);
  });

  it('ask for the right to edit tests', async () => {
    const [consumer, steward] = [
      await service.client(newName('c'), 'DataConsumer'),
      await service.client(newName('s'), 'DataSteward'),
    ];
    const bot = await service.client(newName('b'), 'Bot');
    const calls: [string, object][] = [
      [resultPath(), { timestamp: T0 + 9, testCaseStatus: 'Success' }],
      [observed(), { timestamp: T0, kind: 'refresh' }],
      [profile(), { tableProfile: { timestamp: T0 } }],
      [metric(), { name: 'a', expression: '1' }],
      [`/pipelines/${pipeline.id}/status`, { timestamp: T0, pipelineState: 'failed' }],
    ];
    for (const [path, body] of calls) {
      const refused = await consumer.put<ErrorBody>(path, body);
      expect([path, refused.status, refused.body.message]).toEqual([
        path,
        403,
        expect.stringContaining('operations [EditTests] on'),
      ]);
      expect((await steward.put(path, body)).status).toBeLessThan(300);
      expect([path, (await bot.put(path, body)).status]).toEqual([path, 200]);
    }
    expect((await consumer.get(resultPath())).status).toBe(200);
  });
});
