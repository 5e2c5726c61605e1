import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from './catalog.fixture';

describe('test cases and suites', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const link = (table: Document, column?: string): string =>
    `<#E::table::${table.fullyQualifiedName}${column === undefined ? '' : `::columns::${column}`}>`;

  const list = async (filters: Record<string, string>): Promise<string[]> => {
    const request = { limit: 100, include: 'non-deleted' as const, filters };
    const page = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed('testCase'), request))) as {
      data: Document[];
      paging: { total: number };
    };
    expect(page.paging.total).toBe(page.data.length);
    return page.data.map(({ id }) => id).sort();
  };

  const table = (): Promise<Document> =>
    catalog.make('table', {
      columns: [
        { name: 'id', dataType: 'INT' },
        { name: 'a.b', dataType: 'INT' },
        { name: 'say "hi"', dataType: 'INT' },
        { name: 'home', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'TEXT' }] },
      ],
    });

  it.each([
    ['id', '.id.', '.id'],
    ['"a.b"', '."a.b".', '."a.b"'],
    ['home.city', '.home.city.', '.home.city'],
    ['"say ""hi"""', '."say ""hi""".', '."say ""hi"""'],
    [undefined, '.', ''],
  ])('test the column %s', async (column, between, place) => {
    const tested = await table();
    const test = await catalog.make('testCase', { entityLink: link(tested, column), name: 'not.null' });
    const fqn = tested.fullyQualifiedName;
    expect(test).toMatchObject({ fullyQualifiedName: `${fqn}${between}"not.null"`, entityFQN: `${fqn}${place}` });
    expect(test.entityLink).toBe(link(tested, column));
    const again = await catalog.patch('testCase', test.fullyQualifiedName, {
      op: 'add',
      path: '/displayName',
      value: 'x',
    });
    expect(again).toMatchObject({
      version: 0.2,
      entityLink: test.entityLink,
      changeDescription: { fieldsAdded: [{ name: 'displayName' }] },
    });
  });

  it('take their table by FQN and by reference too', async () => {
    const tested = await table();
    for (const entityLink of [tested.fullyQualifiedName, { id: tested.id, type: 'table' }, tested.id]) {
      const test = await catalog.make('testCase', { entityLink, name: newName('t') });
      expect(test.entityLink).toBe(link(tested));
    }
  });

  it.each([
    ['<#E::table>', 'BAD_REQUEST', '<#E::table::FQN>'],
    ['<#E::topic::a.b>', 'BAD_REQUEST', '<#E::table::FQN>'],
    ['<#E::table::no.such.table.here>', 'NOT_FOUND', 'no.such.table.here'],
    ['no.such.table.here', 'NOT_FOUND', 'no.such.table.here'],
    ['nonsense', 'BAD_REQUEST', '<#E::table::FQN>'],
    ['a.b.c', 'BAD_REQUEST', '<#E::table::FQN>'],
  ])('are refused with the link %s', async (entityLink, code, told) => {
    const refused = await failure(catalog.create('testCase', await catalog.body('testCase', { entityLink })));
    expect(refused).toMatchObject({ code, details: [{ field: 'entityLink' }] });
    expect(refused.message).toContain(told);
  });

  it('are refused for a column that the table lacks, and stay editable when it loses it', async () => {
    const tested = await table();
    const body = await catalog.body('testCase', { entityLink: link(tested, 'nope') });
    const refused = await failure(catalog.create('testCase', body));
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'entityLink' }] });
    expect(refused.message).toContain('id, a.b');
    const test = await catalog.make('testCase', { entityLink: link(tested, 'id') });
    await catalog.patch('table', tested.fullyQualifiedName, { op: 'remove', path: '/columns/0' });
    const patched = await catalog.patch('testCase', test.fullyQualifiedName, {
      op: 'add',
      path: '/description',
      value: 'old',
    });
    expect(patched.version).toBe(0.2);
  });

  it('stay with their table', async () => {
    const [one, other] = [await table(), await table()];
    const test = await catalog.make('testCase', { entityLink: link(one) });
    const moved = catalog.patch('testCase', test.fullyQualifiedName, {
      op: 'replace',
      path: '/entityLink',
      value: link(other),
    });
    expect(await failure(moved)).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'entityLink' }] });
  });

  it('belong to the one suite of their table, made with the first of them', async () => {
    const tested = await table();
    const makeTest = (i: number): Promise<Document> =>
      catalog.make('testCase', { entityLink: link(tested), name: `t${i}` });
    const tests = await Promise.all([0, 1, 2, 3, 4, 5].map(makeTest));
    const suite = await catalog.get('testSuite', `${tested.fullyQualifiedName}.testSuite`, 'tests');
    expect(new Set(tests.map((test) => (test.testSuite as Document).id))).toEqual(new Set([suite.id]));
    expect(suite).toMatchObject({ basic: true, executable: true, basicEntityReference: { id: tested.id } });
    expect((suite.tests as Document[]).map(({ id }) => id).sort()).toEqual(tests.map(({ id }) => id).sort());
    expect((await catalog.get('table', tested.fullyQualifiedName, 'testSuite')).testSuite).toMatchObject({
      id: suite.id,
    });
  });

  it('have a suite under whatever name a client gives to that of a table', async () => {
    const tested = await table();
    const fqn = tested.fullyQualifiedName;
    for (const property of ['basicEntityReference', 'executableEntityReference']) {
      const body = { name: `${fqn}.testSuite`, [property]: fqn };
      const put = read(await catalog.writer.put(ADMIN, typeNamed('testSuite'), body));
      expect(put).toMatchObject({ fullyQualifiedName: `${fqn}.testSuite`, version: 0.1 });
    }
    const test = await catalog.make('testCase', { entityLink: link(tested) });
    expect(test.testSuite).toMatchObject({ fullyQualifiedName: `${fqn}.testSuite` });
  });

  it('bring a deleted suite back', async () => {
    const tested = await table();
    const first = await catalog.make('testCase', { entityLink: link(tested) });
    const { id } = first.testSuite as Document;
    const request = { hardDelete: false, recursive: true, precondition: undefined };
    await catalog.remover.remove(ADMIN, typeNamed('testSuite'), { id }, request);
    const second = await catalog.make('testCase', { entityLink: link(tested) });
    expect(second.testSuite).toMatchObject({ id, deleted: false });
  });

  it('are listed by the link of their table or column', async () => {
    const tested = await table();
    const ofTable = await catalog.make('testCase', { entityLink: link(tested) });
    const ofColumn = await catalog.make('testCase', { entityLink: link(tested, 'id') });
    await catalog.make('testCase', { entityLink: link(tested, 'home') });
    expect(await list({ entityLink: link(tested, 'id') })).toEqual([ofColumn.id]);
    const all = await list({ entityLink: link(tested) });
    expect(all).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining([ofTable.id, ofColumn.id]));
    for (const entityLink of ['<#E::table::no.such>', link(tested, 'nope')])
      expect(await list({ entityLink })).toEqual([]);
    expect(await failure(list({ entityLink: 'nonsense' }))).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'entityLink', message: expect.stringContaining('<#E::table::FQN>') as string }],
    });
  });

  it('show their newest result where it is asked for', async () => {
    const test = await catalog.make('testCase');
    expect(await catalog.get('testCase', test.fullyQualifiedName, 'testCaseResult,testCaseStatus')).not.toHaveProperty(
      'testCaseStatus',
    );
    for (const [timestamp, status] of [
      [1_700_000_000_000, 'Failed'],
      [1_700_000_000_500, 'Success'],
    ] as const) {
      await catalog.database.query(
        `insert into test_case_result (test_case, timestamp, status, body)
         select node, $2, $3, '{"result": "seen"}' from entity where id = $1`,
        [test.id, timestamp, status],
      );
    }
    expect(await catalog.get('testCase', test.fullyQualifiedName, 'testCaseResult,testCaseStatus')).toMatchObject({
      testCaseStatus: 'Success',
      testCaseResult: { timestamp: 1_700_000_000_500, testCaseStatus: 'Success', result: 'seen' },
    });
  });
});
