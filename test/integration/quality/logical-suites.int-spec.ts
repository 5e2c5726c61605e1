import { randomUUID } from 'node:crypto';
import { EntityReader, entityTypes, SuiteTests } from '@app/catalog';
import { TestSummaries } from '@app/quality';
import { ADMIN, failure, newName, parsed, QualityFixture, someone, type Document, type Page } from './quality.fixture';

const T0 = 1_700_000_000_000;

describe('logical suites', () => {
  let world: QualityFixture;
  let tests: SuiteTests;
  let suite: Document;
  let one: Document;
  let other: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
    tests = world.service(SuiteTests);
    one = await world.testCase(await world.table());
    other = await world.testCase(await world.table());
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    suite = await world.create('testSuite', { name: newName('checks') });
  });

  const add = async (...ids: string[]) => parsed(await tests.add(ADMIN, suite.id, ids));
  const remove = async (id: string) => parsed(await tests.remove(ADMIN, suite.id, id));
  const listed = async () => {
    const request = { limit: 100, include: 'non-deleted' as const, filters: { testSuiteId: suite.id } };
    const json = await world.service(EntityReader).list(ADMIN, entityTypes.get('testCase'), request);
    return (JSON.parse(String(json)) as Page).data.map(({ id }) => id).sort();
  };
  const idsOf = (references: unknown) => (references as Document[]).map(({ id }) => id).sort();

  it('take test cases of several tables, and give them back', async () => {
    const added = await add(one.id, other.id, one.id);
    const both = [one.id, other.id].sort();
    expect([added.id, added.version, await listed()]).toEqual([suite.id, 0.2, both]);
    expect(idsOf((await world.get('testSuite', suite.id, 'tests')).tests)).toEqual(both);
    expect(added.changeDescription).toMatchObject({ previousVersion: 0.1, fieldsAdded: [{ name: 'tests' }] });
    const [changed] = (added.changeDescription as { fieldsAdded: { newValue: unknown }[] }).fieldsAdded;
    expect(idsOf(changed!.newValue)).toEqual(both);
    const shown = await world.get('testCase', one.id, 'testSuite,testSuites');
    expect(idsOf(shown.testSuites)).toEqual([(shown.testSuite as Document).id, suite.id].sort());
    expect((shown.testSuites as Document[])[0]!.id).toBe((shown.testSuite as Document).id);

    expect((await remove(one.id)).id).toBe(one.id);
    expect(await listed()).toEqual([other.id]);
    expect(await world.get('testSuite', suite.id, 'changeDescription')).toMatchObject({
      version: 0.3,
      changeDescription: { fieldsDeleted: [{ name: 'tests', oldValue: [{ id: one.id }] }] },
    });
    expect((await world.get('testCase', one.id, 'testSuite')).testSuite).toMatchObject({ name: 'testSuite' });
  });

  it('do not change by what they have already, nor by what they do not have', async () => {
    await add(one.id);
    expect((await add(one.id)).version).toBe(0.2);
    await remove(other.id);
    expect((await world.get('testSuite', suite.id, 'tests')).version).toBe(0.2);
    expect((await add()).version).toBe(0.2);
  });

  it('keep their test cases when these are written again', async () => {
    await add(one.id);
    const { name, entityLink, testDefinition } = await world.get('testCase', one.id, 'testDefinition');
    const body = { name, entityLink, testDefinition, description: 'changed' };
    await world.writer.put(ADMIN, entityTypes.get('testCase'), body);
    await world.patch('testCase', one.id, [{ op: 'add', path: '/displayName', value: 'Changed' }]);
    expect(await listed()).toEqual([one.id]);
  });

  it('take all or none of many that are put in at once', async () => {
    const unknown = randomUUID();
    expect(await failure(add(one.id, unknown))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(unknown) as string,
    });
    expect(await listed()).toEqual([]);
    await Promise.all([add(one.id, other.id), add(other.id, one.id), add(one.id)]);
    expect(await listed()).toEqual([one.id, other.id].sort());
  });

  it('refuse what is no logical suite or not there', async () => {
    const { testSuite } = await world.get('testCase', one.id, 'testSuite');
    const { id: basic } = testSuite as Document;
    for (const change of [tests.add(ADMIN, basic, [other.id]), tests.remove(ADMIN, basic, one.id)])
      expect(await failure(change)).toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ field: 'testSuiteId', message: expect.stringContaining('the suite of a table') as string }],
      });
    expect(await failure(tests.add(ADMIN, randomUUID(), [one.id]))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(remove(randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are changed by who may edit their tests, and summed up by what one may see', async () => {
    const owner = await world.create('user', { name: newName('u'), email: `${newName('m')}@example.org` });
    const view = { operations: ['ViewAll' as const] };
    const seesOwn = {
      effect: 'deny' as const,
      operations: ['ViewAll' as const],
      condition: '!isOwner() && !noOwner()',
    };
    const editor = someone([view, { operations: ['EditTests'], resources: ['testSuite'] }, seesOwn]);
    expect(await failure(tests.add(someone([view]), suite.id, [one.id]))).toMatchObject({ code: 'FORBIDDEN' });
    expect(parsed(await tests.add(editor, suite.id, [one.id])).version).toBe(0.2);
    const hidden = await world.testCase(await world.table({ owners: [{ id: owner.id, type: 'user' }] }));
    expect(await failure(tests.add(editor, suite.id, [hidden.id]))).toMatchObject({ code: 'NOT_FOUND' });
    await add(hidden.id, other.id);
    await world.results.push(ADMIN, hidden.id, { timestamp: T0, testCaseStatus: 'Failed' });
    await world.results.push(ADMIN, one.id, { timestamp: T0, testCaseStatus: 'Failed' });
    await world.results.push(ADMIN, one.id, { timestamp: T0 + 1, testCaseStatus: 'Success' });
    const summaries = world.service(TestSummaries);
    const counts = { success: 1, failed: 1, aborted: 0, queued: 0, total: 3 };
    expect(await summaries.ofSuite(ADMIN, suite.id)).toEqual(counts);
    expect(await summaries.ofSuite(editor, suite.id)).toEqual({ ...counts, failed: 0, total: 2 });
    expect(await failure(summaries.ofSuite(someone([]), suite.id))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(summaries.ofSuite(ADMIN, randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
