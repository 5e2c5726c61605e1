import { CONTRACT, FakeService, inTurn, status } from '../../fake-service.cases';
import { ended, goingOn, TABLE } from './fake-runs.cases';

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
    [[], 'name tables, or a contract'],
    [[FQN, '--contract', 'c'], 'name tables, or a contract'],
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
  const result = { id: 'r', timestamp: 1, contractExecutionStatus: 'Success', result: 'All checks passed' };
  const contract = { ...CONTRACT, entity: { id: TABLE.id, type: 'table' }, qualityExpectations: [{ id: 'one' }] };

  beforeEach(() => {
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = status(200, contract);
    service.answers[`POST /tables/${TABLE.id}/checks`] = status(200, checked('Success', PASSED));
    service.answers[VALIDATE] = status(200, result);
  });
  const posts = (): string[] =>
    service.asked.filter(({ method }) => method === 'POST').map(({ url }) => url.split('?')[0]!.replace('/api/v1', ''));

  it('compute its expectations, and validate it by what they found', async () => {
    const { code, out } = await service.run(args);
    expect([code, out]).toEqual([0, expect.stringContaining('1 of 1 contract passed')]);
    expect(out).toMatch(/id_unique +Success/);
    expect(posts()).toEqual([`/tables/${TABLE.id}/checks`, `/dataContracts/${CONTRACT.id}/validate`]);
    expect(bodies()[0]).toEqual({ testCases: [{ type: 'testCase', id: 'one' }] });
  });

  it('end with 1 where it does not hold', async () => {
    service.answers[VALIDATE] = status(200, { ...result, contractExecutionStatus: 'PartialSuccess' });
    expect((await service.run(args)).code).toBe(1);
  });

  it('judge nothing where the source could not be read', async () => {
    const aborted = ended('check', 'Aborted', { asset: TABLE, reason: 'sourceUnreachable', checks: [ABORTED] });
    service.answers[`POST /tables/${TABLE.id}/checks`] = status(200, aborted);
    expect((await service.run(args)).code).toBe(3);
    expect(posts()).toHaveLength(1);
  });

  it('of what is no table are refused', async () => {
    const other = { ...contract, entity: { id: TABLE.id, type: 'topic' } };
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = status(200, other);
    expect(await service.run(args)).toMatchObject({ code: 2, err: expect.stringContaining('of a topic') as string });
  });
});
