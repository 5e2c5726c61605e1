import { entityTypes } from '@app/catalog';
import type { TestCaseStatus } from '@app/quality';
import { idempotencyToken } from '@app/database';
import { ADMIN, failure, newName, parsed, QualityFixture, someone, type Document, type Page } from './quality.fixture';

const T0 = 1_700_000_000_000;

describe('results of test cases', () => {
  let world: QualityFixture;
  let table: Document;
  let testCase: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
    testCase = await world.testCase(table);
  });

  const push = (timestamp: number, testCaseStatus: TestCaseStatus, more: object = {}) =>
    world.results.push(ADMIN, testCase.fullyQualifiedName, { timestamp, testCaseStatus, ...more });
  const list = async (query: object = {}) =>
    JSON.parse(await world.results.list(ADMIN, testCase.fullyQualifiedName, query)) as Page;
  const times = async (query: object) => (await list(query)).data.map(({ timestamp }) => timestamp);
  const newest = async () => (await world.loader.ofTestCases([testCase.id])).get(testCase.id)?.newest;

  it('are answered as they are stored; the same timestamp replaces', async () => {
    const first = await push(T0, 'Failed', {
      result: 'two',
      testResultValue: [{ name: 'n', value: '2' }],
      id: 'ignored',
    });
    expect(first.isNew).toBe(true);
    expect(parsed(first)).toEqual({
      testCaseFQN: testCase.fullyQualifiedName,
      timestamp: T0,
      testCaseStatus: 'Failed',
      result: 'two',
      testResultValue: [{ name: 'n', value: '2' }],
      incidentId: expect.any(String) as string,
    });
    const second = await push(T0, 'Success');
    expect(second.isNew).toBe(false);
    const { data, paging } = await list();
    expect(data).toEqual([{ testCaseFQN: testCase.fullyQualifiedName, timestamp: T0, testCaseStatus: 'Success' }]);
    expect(paging).toEqual({ total: 1 });
  });

  it('end a page early that holds 16 MiB, and lead on in either direction', async () => {
    const all = Array.from({ length: 8 }, (_, n) => T0 + 7 - n);
    for (const at of all) await push(at, 'Failed');
    await world.database.query(
      `update test_case_result set body = body || jsonb_build_object('result', repeat('a', 3 * 1024 * 1024))
        where timestamp = any($1::bigint[])`,
      [all],
    );
    const first = await list();
    expect([first.data.map(({ timestamp }) => timestamp), first.paging.total]).toEqual([all.slice(0, 6), 8]);
    const second = await list({ after: first.paging.after });
    expect(second.data.map(({ timestamp }) => timestamp)).toEqual(all.slice(6));
    const back = await list({ before: second.paging.before });
    expect(back.data.map(({ timestamp }) => timestamp)).toEqual(all.slice(0, 6));
    expect(back.paging).not.toHaveProperty('before');
    expect(await times({ limit: 2 })).toEqual(all.slice(0, 2));
  });

  it('show on the test case by the newest timestamp, whatever came last, and leave its version alone', async () => {
    await push(T0 + 1, 'Failed', { result: 'new' });
    await push(T0, 'Success', { result: 'old' });
    const shown = await world.get('testCase', testCase.id, 'testCaseResult,testCaseStatus');
    expect(shown).toMatchObject({
      version: testCase.version,
      updatedAt: testCase.updatedAt,
      testCaseStatus: 'Failed',
      testCaseResult: { timestamp: T0 + 1, testCaseStatus: 'Failed', result: 'new' },
    });
    expect(await newest()).toEqual({ status: 'Failed', timestamp: T0 + 1, result: 'new' });
    await world.results.delete(ADMIN, testCase.id, T0 + 1);
    expect(await newest()).toMatchObject({ status: 'Success', timestamp: T0 });
  });

  it('are walked forwards and backwards by cursors, each once, within the window', async () => {
    for (let i = 0; i < 7; i++) await push(T0 + i, 'Success');
    const window = { startTs: T0 + 1, endTs: T0 + 5, limit: 2 };
    const one = await list(window);
    const second = await list({ ...window, after: one.paging.after });
    const third = await list({ ...window, after: second.paging.after });
    const at = ({ data }: Page) => data.map(({ timestamp }) => Number(timestamp) - T0);
    expect([at(one), at(second), at(third)]).toEqual([[5, 4], [3, 2], [1]]);
    expect([one, second, third].map(({ paging }) => paging.total)).toEqual([5, 5, 5]);
    expect([one.paging.before, third.paging.after]).toEqual([undefined, undefined]);
    const back = await list({ ...window, before: third.paging.before });
    expect(at(back)).toEqual([3, 2]);
    const first = await list({ ...window, before: back.paging.before });
    expect(at(first)).toEqual([5, 4]);
    expect(first.paging.before).toBeUndefined();
    expect(await list({ limit: 0 })).toEqual({ data: [], paging: { total: 7 } });
    expect(await times({ endTs: T0 })).toEqual([T0]);
  });

  it('refuse what is wrong with a query, saying what', async () => {
    await push(T0, 'Success');
    await push(T0 + 1, 'Success');
    const { paging } = await list({ limit: 1 });
    const refusals = [
      [{ startTs: 2, endTs: 1 }, 'startTs is 2, which is after endTs (1)'],
      [{ after: paging.after, before: paging.after }, 'before and after cannot be given together'],
      [{ before: paging.after }, 'This cursor is one for after, not for before'],
      [{ after: paging.after, startTs: 1 }, 'other filters'],
      [{ after: 'bent' }, 'was changed'],
    ] as const;
    for (const [query, told] of refusals) {
      const { code, message } = await failure(list(query));
      expect(code).toBe('BAD_REQUEST');
      expect(message).toContain(told);
    }
  });

  it('are deleted once, with the result for an answer', async () => {
    await push(T0, 'Aborted');
    expect(JSON.parse(await world.results.delete(ADMIN, testCase.id, T0))).toMatchObject({ testCaseStatus: 'Aborted' });
    expect(await failure(world.results.delete(ADMIN, testCase.id, T0))).toMatchObject({
      code: 'NOT_FOUND',
      message: `testCaseResult instance for ${testCase.fullyQualifiedName} at ${T0} not found`,
    });
  });

  it('follow their test case when its table is renamed, and go when it is removed', async () => {
    await push(T0, 'Success');
    const name = newName('other');
    const patch = [{ op: 'replace', path: '/name', value: name }];
    const { json } = await world.writer.patch(ADMIN, entityTypes.get('table'), { id: table.id }, patch);
    const { fullyQualifiedName } = JSON.parse(json) as Document;
    const renamed = JSON.parse(await world.results.list(ADMIN, testCase.id, {})) as Page;
    expect(String(renamed.data[0]!.testCaseFQN).startsWith(`${fullyQualifiedName}.`)).toBe(true);
    await world.remover.remove(
      ADMIN,
      entityTypes.get('testCase'),
      { id: testCase.id },
      { hardDelete: true, recursive: false, precondition: undefined },
    );
    const rows = await world.database.query(
      `select 1 from test_case_result where timestamp = $1 and test_case not in (select node from entity)`,
      [T0],
    );
    expect(rows).toEqual([]);
    expect(await failure(world.results.list(ADMIN, testCase.id, {}))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are refused for a test case that is not there or is deleted', async () => {
    const { fullyQualifiedName: fqn } = testCase;
    await push(T0 - 1, 'Success');
    expect(await failure(world.results.list(ADMIN, 'no.such.case', {}))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'testCase instance for no.such.case not found',
    });
    await world.remover.remove(
      ADMIN,
      entityTypes.get('testCase'),
      { fqn },
      { hardDelete: false, recursive: false, precondition: undefined },
    );
    expect(await failure(push(T0, 'Success'))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await world.loader.ofTestCases([testCase.id])).get(testCase.id)).toEqual({ isDeleted: true });
  });

  it('are one, when many push the same at once: the first is new', async () => {
    const pushed = await Promise.all(Array.from({ length: 8 }, (_, i) => push(T0, 'Success', { result: String(i) })));
    expect(pushed.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await list()).paging.total).toBe(1);
  });

  it('are stored once under an Idempotency-Key, and refuse another body under it', async () => {
    const key = newName('key');
    const token = (body: object) => idempotencyToken({ key, caller: 'admin', method: 'POST', url: '/x', body });
    const body = { timestamp: T0, testCaseStatus: 'Success' as const };
    const once = () => world.results.push(ADMIN, testCase.id, body, token(body));
    const first = await once();
    await world.results.push(ADMIN, testCase.id, { ...body, testCaseStatus: 'Failed' });
    expect(await once()).toEqual({ ...first, replayed: true });
    expect((await newest())!.status).toBe('Failed');
    const other = world.results.push(ADMIN, testCase.id, body, token({}));
    expect(await failure(other)).toMatchObject({ code: 'CONFLICT' });
  });

  it('may be pushed by who may edit tests, and by who owns the test case or, where nobody does, the table', async () => {
    const owner = await world.create('user', { name: newName('u'), email: `${newName('m')}@example.org` });
    const owned = await world.testCase(await world.table({ owners: [{ id: owner.id, type: 'user' }] }));
    const body = { timestamp: T0, testCaseStatus: 'Success' as const };
    const view = { operations: ['ViewAll' as const] };
    const may = (actor: Parameters<typeof world.results.push>[0], { id }: Document) =>
      world.results.push(actor, id, body);
    expect((await may(someone([view], [owner.id]), owned)).isNew).toBe(true);
    expect((await may(someone([view, { operations: ['EditTests'] }]), testCase)).isNew).toBe(true);
    expect(await failure(may(someone([view], [owner.id]), testCase))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Principal ada is not allowed: operations [EditTests] on testCase',
    });
    const someOnly = someone([{ operations: ['ViewAll', 'EditTests'], condition: 'isOwner()' }], [owner.id]);
    expect(await failure(may(someOnly, testCase))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
