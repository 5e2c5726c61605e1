import { CONTRACT, FakeService, inTurn, status } from '../../fake-service.cases';
import { ended, goingOn, RUN_ID, TABLE } from './fake-runs.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

const FQN = TABLE.fullyQualifiedName;
const ASK = `POST /tables/name/${FQN}/checks`;
const PASSED = { name: 'id_unique', status: 'Success', message: '0 of 8 rows fail', rows: 8, failedRows: 0 };
const FAILED = { name: 'amount_at_least', status: 'Failed', message: '1 of 8 rows fail', rows: 8, failedRows: 1 };
const ABORTED = { name: 'own', status: 'Aborted', reason: 'customSqlOff', message: 'SQL is not run' };

const checked = (runStatus: string, ...checks: readonly object[]): object =>
  ended('check', runStatus, { asset: TABLE, checks });
const bodies = (): unknown[] =>
  service.asked.filter(({ method }) => method !== 'GET').map(({ body }) => (body === '' ? '' : JSON.parse(body)));

describe('checks of tables', () => {
  it('that fail: 1, with the rows that fail', async () => {
    service.answers[ASK] = goingOn(service, checked('PartialSuccess', PASSED, FAILED));
    const { code, out } = await service.run(['check', FQN]);
    expect([code, out]).toEqual([1, expect.stringMatching(/amount_at_least +Failed +1 of 8 +1 of 8 rows fail/)]);
    expect(bodies()).toEqual([{}]);
  });

  it('that fail are told with the query of their rows, where the caller may see it', async () => {
    const statement = 'SELECT * FROM "sales"."orders" WHERE "amount" < 0';
    service.answers[ASK] = status(
      200,
      checked('Failed', { ...FAILED, statement }, { ...PASSED, statement: 'SELECT 1' }),
    );
    const { out } = await service.run(['check', FQN]);
    expect(out).toContain(`amount_at_least: ${statement}`);
    expect(out).not.toContain('SELECT 1');
    service.answers[ASK] = status(200, checked('Failed', FAILED));
    expect((await service.run(['check', FQN])).out).not.toContain('Rows that fail');
  });

  it.each([
    [0, 'Success', [PASSED]],
    [1, 'PartialSuccess', [PASSED, FAILED, ABORTED]],
    [3, 'PartialSuccess', [PASSED, ABORTED]],
    [3, 'Aborted', [ABORTED]],
    [3, 'Aborted', []],
    [0, 'Success', []],
  ])('end with %i where they are %s: %j', async (code, runStatus, checks) => {
    service.answers[ASK] = status(200, checked(runStatus, ...checks));
    expect((await service.run(['check', FQN])).code).toBe(code);
  });

  it('that could not be computed are errors, no failures, and say what helps', async () => {
    service.answers[ASK] = status(200, checked('Failed', FAILED, ABORTED));
    const { out } = await service.run(['check', FQN, '-o', 'junit']);
    expect(out).toContain('tests="2" failures="1" errors="1"');
    expect(out).toContain('customSqlOff: SQL is not run');
    expect((await service.run(['check', FQN])).out).toContain('connect shop --custom-sql');
    expect((await service.run(['check', FQN, '-o', 'github'])).out).toContain(
      `::error title=check ${FQN} amount_at_least::Failed: 1 of 8 rows fail`,
    );
  });

  it('tell of each table; one that is refused leaves the others', async () => {
    service.answers[ASK] = status(200, checked('Success', PASSED));
    const { code, out } = await service.run(['check', FQN, 'shop.shop.sales.gone', '-o', 'json']);
    expect(code).toBe(3);
    expect((JSON.parse(out) as { tables: object[] }).tables).toEqual([
      { table: FQN, run: expect.anything() as object },
      { table: 'shop.shop.sales.gone', error: expect.stringContaining('nothing here') as string },
    ]);
  });

  it('are made of expectations, and only those are computed', async () => {
    Object.assign(service.answers, {
      [`GET /tables/name/${FQN}`]: status(200, TABLE),
      'PUT /dataQuality/testCases': inTurn(status(201, { id: 'first' }), status(200, { id: 'second' })),
      [ASK]: status(200, checked('Success', PASSED)),
    });
    const args = ['check', FQN, '--expect', 'amount >= 0', '--expect', 'rows >= 1', '--with-profile'];
    expect((await service.run(args)).code).toBe(0);
    expect(bodies()).toEqual([
      {
        ...{ name: 'amount_at_least', testDefinition: 'columnValuesToBeBetween' },
        ...{ parameterValues: [{ name: 'minValue', value: '0' }], entityLink: `<#E::table::${FQN}::columns::amount>` },
      },
      {
        ...{ name: 'rows_at_least', testDefinition: 'tableRowCountToBeBetween' },
        ...{ parameterValues: [{ name: 'minValue', value: '1' }], entityLink: `<#E::table::${FQN}>` },
      },
      { testCases: ['first', 'second'].map((id) => ({ type: 'testCase', id })), profile: true },
    ]);
  });

  it.each([
    [200, 'customer_exists', 'columnValuesToExistIn', { table: 'customers', column: 'id' }],
    [404, 'customer_in_set', 'columnValuesToBeInSet', { allowedValues: '["customers.id"]', matchEnum: 'true' }],
  ])('refer to a column where its table answers %i: %s', async (answer, name, testDefinition, parameters) => {
    Object.assign(service.answers, {
      [`GET /tables/name/${FQN}`]: status(200, TABLE),
      [`GET /tables/name/${FQN.replace(/[^.]+$/, 'customers')}`]: status(answer, TABLE),
      'PUT /dataQuality/testCases': status(201, { id: 'first' }),
      [ASK]: status(200, checked('Success', PASSED)),
    });
    expect((await service.run(['check', FQN, '--expect', 'customer in customers.id'])).code).toBe(0);
    const parameterValues = Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value }));
    expect(bodies()[0]).toMatchObject({ name, testDefinition, parameterValues });
  });

  it('of a table that is not there say how tables come in', async () => {
    const told = 'metadata-catalog crawl shop: brings its tables in, and names them';
    for (const more of [[], ['--expect', 'rows >= 1']]) {
      const gone = status(404, { message: `table instance for ${FQN} not found` });
      Object.assign(service.answers, { [ASK]: gone, [`GET /tables/name/${FQN}`]: gone });
      const { code, out, err } = await service.run(['check', FQN, ...more]);
      expect([code, out + err]).toEqual([3, expect.stringContaining(told)]);
    }
  });

  it.each([
    [[], 'name tables, or a contract'],
    [[FQN, '--contract', 'c'], 'name tables, or a contract'],
    [['--contract', 'c', '--with-profile'], 'belongs to tables'],
    [['orders'], 'names no table'],
    [[FQN, `${FQN}s`, '--expect', 'rows >= 1'], 'name exactly one'],
    [[FQN, '--expect', 'amount is fine'], 'is no expectation'],
  ])('with %j are refused', async (args, told) => {
    const { code, err } = await service.run(['check', ...args]);
    expect([code, err, service.asked]).toEqual([2, expect.stringContaining(told), []]);
  });
});

describe('checks of a contract', () => {
  const args = ['check', '--contract', CONTRACT.fullyQualifiedName];
  const VALIDATE = `POST /dataContracts/${CONTRACT.id}/validate`;
  const READING = `GET /dataRuns/${RUN_ID}`;
  const result = (contractExecutionStatus: string, more: object = {}): object => ({
    ...{ id: 'r', timestamp: 1, contractExecutionStatus, result: `it is ${contractExecutionStatus}` },
    ...{ details: { readFrom: 'source', data: { runId: RUN_ID }, ...more } },
  });
  const reading = (runStatus: string, more: object): object => ended('reading', runStatus, { asset: TABLE, ...more });

  beforeEach(() => {
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = status(200, CONTRACT);
    service.answers[READING] = status(200, reading('Success', { checks: [PASSED] }));
    service.answers[VALIDATE] = status(200, result('Success'));
  });

  it('are one validation on the source, told with what its reading found', async () => {
    const { code, out } = await service.run(args);
    expect([code, out]).toEqual([0, expect.stringContaining('1 of 1 contract passed')]);
    expect(out).toMatch(/id_unique +Success/);
    const posts = service.asked.filter(({ method }) => method === 'POST');
    expect(posts.map(({ url }) => new URL(url, service.url).searchParams.get('evidence'))).toEqual(['source']);
  });

  it('end with 1 where it does not hold, and the report has the rows that fail', async () => {
    service.answers[VALIDATE] = status(200, result('PartialSuccess'));
    service.answers[READING] = status(200, reading('PartialSuccess', { checks: [PASSED, FAILED] }));
    const { code, out } = await service.run(args);
    expect([code, out]).toEqual([1, expect.stringMatching(/amount_at_least +Failed +1 of 8/)]);
    const { out: github } = await service.run([...args, '-o', 'github']);
    expect(github).toContain(`::error title=check ${FQN} amount_at_least::`);
  });

  it('end with 0 where it holds though a rule that only warns does not', async () => {
    service.answers[READING] = status(200, reading('PartialSuccess', { checks: [PASSED, FAILED] }));
    const { code, out } = await service.run([...args, '-o', 'github']);
    expect([code, out]).toEqual([0, expect.stringContaining(`::warning title=check ${FQN} amount_at_least::`)]);
    expect(out).not.toContain('::error');
  });

  it('end with 3 where the source could not be read, and say what helps', async () => {
    service.answers[VALIDATE] = status(200, result('Aborted', { reason: 'sourceUnreachable' }));
    service.answers[READING] = status(200, reading('Aborted', { reason: 'sourceUnreachable' }));
    const { code, out } = await service.run(args);
    expect([code, out]).toEqual([3, expect.stringContaining('metadata-catalog connect shop: tries the connection')]);
  });

  it('end with 3 where the service has no data access, and say what helps', async () => {
    service.answers[VALIDATE] = status(409, { message: 'Service my shop has no data access' });
    const { code, out } = await service.run(args);
    expect([code, out]).toEqual([3, expect.stringContaining("metadata-catalog connect 'my shop': has its data read")]);
  });

  it('tell the verdict also to whom the reading is hidden', async () => {
    service.answers[READING] = status(404, { message: 'dataRun instance for it not found' });
    expect(await service.run(args)).toMatchObject({ code: 0, out: expect.stringContaining('it is Success') as string });
  });

  it('say nothing of a reading that had nothing to compute, since the engine enforces it all', async () => {
    const message = 'There is nothing to check';
    service.answers[READING] = status(200, reading('Success', { message }));
    expect((await service.run(args)).out).not.toContain(message);
    service.answers[READING] = status(200, reading('Aborted', { message: 'No such table', reason: 'tableNotFound' }));
    expect((await service.run(args)).out).toContain('No such table (tableNotFound)');
  });

  it.each([
    [1, 'Failed', 'The table is gone in the source.'],
    [3, 'Success', 'All checks passed: 1 column.'],
  ])('end with %i where it was deleted and its newest result is %s', async (expected, newest, message) => {
    const deleted = { ...CONTRACT, deleted: true, latestResult: { status: newest, message } };
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = inTurn(
      status(404, { message: 'dataContract instance for it not found' }),
      status(200, deleted),
    );
    const { code, out } = await service.run(args);
    const sentence = `${CONTRACT.fullyQualifiedName} is deleted; its newest result is ${newest}: ${message}`;
    expect([code, out]).toEqual([expected, expect.stringContaining(sentence)]);
  });

  it('that nobody waits for are asked for', async () => {
    service.answers[VALIDATE] = status(202, { id: 'r', timestamp: 1, contractExecutionStatus: 'Queued' });
    const { code, out } = await service.run([...args, '--wait', '0']);
    expect([code, out]).toEqual([0, expect.stringContaining('1 run queued')]);
  });
});
