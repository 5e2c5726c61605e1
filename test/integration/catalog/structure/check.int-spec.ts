import { CatalogCheck, CatalogCheckModule, checkAll } from '@app/catalog';
import { ADMIN, CatalogFixture, newName, read, typeNamed, type Document } from '../catalog.fixture';

const TRUE = { misnamed: 0, mishidden: 0, parts: 0, labels: 0, counts: 0, left: [] };

describe('the check of the catalog', () => {
  let catalog: CatalogFixture;
  let check: { check(): Promise<Record<string, unknown>> };

  beforeAll(async () => {
    catalog = await CatalogFixture.open(CatalogCheckModule);
    const { steps } = catalog.part(CatalogCheck);
    check = {
      check: async () => {
        const { compared, mended, left } = await checkAll(steps);
        return { entities: compared.places, ...mended, left };
      },
    };
  });

  afterAll(() => catalog.close());

  /** Every type once has nothing to mend; so have all worlds after their test. */
  afterEach(async () => {
    expect(await check.check()).toMatchObject(TRUE);
  });

  const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });
  const byId = async (type: string, { id }: Document): Promise<Document> =>
    read(await catalog.reader.get(ADMIN, typeNamed(type), { id }, '*', 'all'));
  const sql = (text: string, ...values: unknown[]): Promise<unknown> => catalog.database.query(text, values);

  async function world(): Promise<Record<'database' | 'schema' | 'table' | 'test' | 'tag', Document>> {
    const tag = await catalog.make('tag');
    const database = await catalog.make('database');
    const schema = await catalog.make('databaseSchema', { database: database.fullyQualifiedName });
    const columns = [{ name: 'a.b', dataType: 'int', tags: [label(tag.fullyQualifiedName)] }];
    const table = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName, columns });
    const entityLink = `<#E::table::${table.fullyQualifiedName}::columns::"a.b">`;
    return { database, schema, table, tag, test: await catalog.make('testCase', { entityLink }) };
  }

  it('has nothing to mend where nothing is wrong, whatever the type', async () => {
    for (const type of ['dashboardDataModel', 'container', 'dataProduct', 'team', 'apiEndpoint', 'glossaryTerm']) {
      await catalog.make(type, { name: `a.${newName(type)}` });
    }
    await world();
    const { entities } = await check.check();
    expect(entities).toBeGreaterThan(20);
  });

  it('gives mangled entities, all below and their columns the names that follow from their places', async () => {
    const { database, schema, table, test } = await world();
    await sql(
      `update entity set fqn = 'mangled.' || substr(fqn, 5),
              body = replace(body::text, $2, $3)::jsonb, details = replace(details::text, $2, $3)::jsonb
        where starts_with(fqn, $1)`,
      schema.fullyQualifiedName,
      database.fullyQualifiedName,
      'mangled',
    );
    expect(await check.check()).toMatchObject({ ...TRUE, misnamed: 4 });
    expect(await byId('databaseSchema', schema)).toMatchObject({ fullyQualifiedName: schema.fullyQualifiedName });
    expect(await byId('table', table)).toMatchObject({
      fullyQualifiedName: table.fullyQualifiedName,
      columns: table.columns,
    });
    expect(await byId('testCase', test)).toMatchObject({ entityLink: test.entityLink });
  });

  it('gives entities their topmost ancestor, and counts what there is', async () => {
    const { table } = await world();
    await sql(`update entity set root = parent where id = $1`, table.id);
    await sql(`update counter set n = n + 5 where type = 'table' and parent = 0`);
    await sql(`delete from counter where type = 'domain'`);
    await catalog.make('domain');
    await sql(`delete from counter where type = 'domain' and parent = 0`);
    expect(await check.check()).toMatchObject({ ...TRUE, misnamed: 1, counts: 2 });
    expect(await byId('table', table)).toMatchObject({ service: table.service });
  });

  it('shows what was hidden with something that it does not lie in, and hides what lies below a deleted one', async () => {
    const { schema, table, test } = await world();
    const other = await catalog.make('database');
    await sql(
      `update entity set deleted_by = (select node from entity where id = $2) where starts_with(fqn, $1)`,
      schema.fullyQualifiedName,
      other.id,
    );
    expect(await check.check()).toMatchObject({ ...TRUE, mishidden: 4 });
    for (const [type, document] of [
      ['databaseSchema', schema],
      ['table', table],
      ['testCase', test],
    ] as const)
      expect((await byId(type, document)).deleted).toBe(false);
    await sql(`update entity set deleted_by = node where id = $1`, schema.id);
    expect(await check.check()).toMatchObject({ ...TRUE, mishidden: 3 });
    expect((await byId('testCase', test)).deleted).toBe(true);
    await catalog.remover.restore(ADMIN, typeNamed('databaseSchema'), schema.id);
    expect((await byId('testCase', test)).deleted).toBe(false);
  });

  it('takes off labels of tags that are gone, and finds entities by their labels again', async () => {
    const { table, tag } = await world();
    await sql(`delete from tag_usage where tag_fqn = $1`, tag.fullyQualifiedName);
    expect(await check.check()).toMatchObject({ ...TRUE, labels: 1 });
    const filters = { tag: tag.fullyQualifiedName };
    const list = await catalog.reader.list(ADMIN, typeNamed('table'), { limit: 1, include: 'all', filters });
    expect(String(list)).toContain(table.id);
    await sql(`delete from entity where id = $1`, tag.id);
    expect(await check.check()).toMatchObject({ ...TRUE, labels: 1 });
    expect((await byId('table', table)).columns).toMatchObject([{ tags: [] }]);
  });

  it('says what it cannot mend: a name that another one has', async () => {
    const { database, schema } = await world();
    const name = newName('taken');
    await catalog.make('databaseSchema', { database: database.fullyQualifiedName, name });
    const wrong = await catalog.make('databaseSchema', { database: database.fullyQualifiedName });
    await sql(`update entity set name = $2 where id = $1`, wrong.id, name);
    const { left, ...report } = await check.check();
    expect(left).toEqual([expect.stringContaining(`databaseSchema ${wrong.fullyQualifiedName} (${wrong.id})`)]);
    expect(report).toMatchObject({ misnamed: 0 });
    expect(await byId('databaseSchema', schema)).toMatchObject({ version: schema.version });
    await sql(`update entity set name = $2 where id = $1`, wrong.id, newName('free'));
    expect(await check.check()).toMatchObject({ ...TRUE, misnamed: 1 });
  });
});
