import { EntityReader, entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { blocksOf, statementsOf } from '../../support/recording-client';
import { ADMIN, failure, newName, parsed, QualityFixture, someone, type Document, type Page } from './quality.fixture';

const T0 = 1_700_000_000_000;

describe('filters of tests', () => {
  let world: QualityFixture;
  let table: Document;
  let ofTable: Document;
  let ofColumn: Document;
  let ofNested: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
    table = await world.table();
    const link = (column: string) => `<#E::table::${table.fullyQualifiedName}::columns::${column}>`;
    ofTable = await world.testCase(table);
    ofColumn = await world.testCase(table, { entityLink: link('id') });
    ofNested = await world.testCase(table, { entityLink: link('home.since') });
    // Of another table, so that every filter has something to leave out.
    await world.testCase(await world.table());
  });
  afterAll(() => world.close());

  const list = async (type: string, filters: Record<string, string>, actor: Actor = ADMIN) => {
    const request = { limit: 1_000, include: 'non-deleted' as const, filters };
    const page = JSON.parse(
      String(await world.service(EntityReader).list(actor, entityTypes.get(type), request)),
    ) as Page & {
      data: Document[];
    };
    expect(page.paging.total).toBe(page.data.length);
    return page.data.map(({ id }) => id).sort();
  };
  const cases = (filters: Record<string, string>) =>
    list('testCase', { entityFQN: table.fullyQualifiedName, ...filters });
  const ids = (...documents: Document[]) => documents.map(({ id }) => id).sort();

  it('find test cases by the FQN of their table or column, and by the name of a column', async () => {
    expect(await cases({})).toEqual(ids(ofTable, ofColumn, ofNested));
    expect(await cases({ entityFQN: `${table.fullyQualifiedName}.id` })).toEqual(ids(ofColumn));
    expect(await cases({ entityFQN: `${table.fullyQualifiedName}.i` })).toEqual([]);
    expect(await cases({ columnName: 'id' })).toEqual(ids(ofColumn));
    expect(await cases({ columnName: 'home.since' })).toEqual(ids(ofNested));
    expect(await cases({ columnName: 'made' })).toEqual([]);
    expect(await cases({ includeAllTests: 'false' })).toHaveLength(3);
  });

  it('find a column whose name is quoted', async () => {
    const other = await world.table({ columns: [{ name: 'a.b', dataType: 'INT' }] });
    const entityLink = `<#E::table::${other.fullyQualifiedName}::columns::"a.b">`;
    const test = await world.testCase(other, { entityLink });
    const found = await list('testCase', { entityFQN: other.fullyQualifiedName, columnName: 'a.b' });
    expect(found).toEqual(ids(test));
  });

  it('find test cases of tables, of columns, or all', async () => {
    expect(await cases({ testCaseType: 'table' })).toEqual(ids(ofTable));
    expect(await cases({ testCaseType: 'column' })).toEqual(ids(ofColumn, ofNested));
    expect(await cases({ testCaseType: 'all' })).toHaveLength(3);
  });

  it('find test cases by their newest result', async () => {
    const push = (test: Document, at: number, testCaseStatus: 'Failed' | 'Success') =>
      world.results.push(ADMIN, test.id, { timestamp: T0 + at, testCaseStatus });
    await push(ofTable, 0, 'Failed');
    await push(ofTable, 1, 'Success');
    await push(ofColumn, 0, 'Failed');
    expect(await cases({ testCaseStatus: 'Failed' })).toEqual(ids(ofColumn));
    expect(await cases({ testCaseStatus: 'Success' })).toEqual(ids(ofTable));
    expect(await cases({ testCaseStatus: 'Queued' })).toEqual([]);
  });

  it('find test cases by their definitions, and definitions by what they are for', async () => {
    const definition = await world.create('testDefinition', {
      name: newName('d'),
      entityType: 'COLUMN',
      testPlatforms: ['dbt', 'Soda'],
      supportedDataTypes: ['INT'],
      dataQualityDimension: 'Validity',
      enabled: false,
    });
    const test = await world.testCase(table, { testDefinition: definition.fullyQualifiedName });
    expect(await cases({ testPlatforms: 'Soda' })).toEqual(ids(test));
    expect(await cases({ testPlatforms: 'Deequ' })).toEqual([]);
    expect(await cases({ dataQualityDimension: 'Validity' })).toEqual(ids(test));
    expect(await cases({ dataQualityDimension: 'NoDimension' })).toEqual(ids(ofTable, ofColumn, ofNested));
    const fitting = { entityType: 'COLUMN', testPlatform: 'dbt', supportedDataType: 'INT', enabled: 'false' };
    expect(await list('testDefinition', fitting)).toEqual(ids(definition));
    for (const other of [
      { entityType: 'TABLE' },
      { testPlatform: 'Deequ' },
      { supportedDataType: 'XML' },
      { enabled: 'true' },
    ])
      expect(await list('testDefinition', { ...fitting, ...other })).not.toContain(definition.id);
  });

  it('find test cases by who created them, whoever changed them since', async () => {
    const other = await world.table();
    const test = await world.testCase(other);
    const made = (createdBy: string) => list('testCase', { entityFQN: other.fullyQualifiedName, createdBy });
    expect([await made('admin'), await made('ada')]).toEqual([[test.id], []]);
    const ada = someone([{ operations: ['All'] }]);
    const patch = [{ op: 'add', path: '/description', value: 'changed' }];
    const { json } = await world.writer.patch(ada, entityTypes.get('testCase'), { id: test.id }, patch);
    expect(parsed({ json })).toMatchObject({ updatedBy: 'ada' });
    expect([await made('admin'), await made('ada')]).toEqual([[test.id], []]);
  });

  it('find suites of tables and logical ones, with and without test cases', async () => {
    const logical = await world.create('testSuite', { name: newName('checks') });
    const { testSuite } = await world.get('testCase', ofTable.id, 'testSuite');
    const { id: basic } = testSuite as Document;
    const suites = async (filters: Record<string, string>) => {
      const found = await list('testSuite', filters);
      return [found.includes(basic), found.includes(logical.id)];
    };
    expect(await suites({})).toEqual([true, true]);
    expect(await suites({ testSuiteType: 'basic' })).toEqual([true, false]);
    expect(await suites({ testSuiteType: 'executable' })).toEqual([true, false]);
    expect(await suites({ testSuiteType: 'logical' })).toEqual([false, true]);
    expect(await suites({ includeEmptyTestSuites: 'false' })).toEqual([true, false]);
    expect(await suites({ includeEmptyTestSuites: 'true' })).toEqual([true, true]);
  });

  it('read what belongs to the table, of however many tests there are', async () => {
    await world.database.query(
      `with tables as (
         insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), type, name || n, fqn || n, parent, root, 1, 0, 'admin', body, details
           from entity, generate_series(1, 3000) n where id = $1 returning node, fqn, root)
       insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
       select gen_random_uuid(), m.type, m.name, t.fqn || '.' || m.name, t.node, t.root, 1, 0, 'admin', m.body, m.details
         from entity m, tables t where m.id = $2`,
      [table.id, ofTable.id],
    );
    await world.database.query('vacuum analyze entity');
    const fqn = table.fullyQualifiedName;
    const filters: Record<string, string>[] = [
      { entityFQN: fqn },
      { entityFQN: `${fqn}.id` },
      { entityLink: `<#E::table::${fqn}>` },
    ];
    for (const filter of filters) {
      const statements = await statementsOf(
        () => list('testCase', filter),
        ({ text }) => /^\s*(with|select)\b/i.test(text),
      );
      for (const statement of statements) expect(await blocksOf(world.database, statement)).toBeLessThan(400);
    }
  });

  it.each([
    ['testCase', { testCaseStatus: 'Passed' }, 'Success, Failed, Aborted, Queued'],
    ['testCase', { testCaseType: 'row' }, 'column, table, all'],
    ['testCase', { testPlatforms: 'soda' }, 'Soda'],
    ['testSuite', { testSuiteType: 'bundle' }, 'basic, executable, logical'],
    ['testDefinition', { enabled: 'yes' }, 'true, false'],
  ])('refuse %s?%j, naming what is allowed', async (type, filters, told) => {
    const { code, message } = await failure(list(type, filters));
    expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining(told)]);
  });
});
