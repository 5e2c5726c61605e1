import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from '../catalog.fixture';

describe('constraints of a table', () => {
  let catalog: CatalogFixture;
  let schema: string;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    schema = (await catalog.make('databaseSchema')).fullyQualifiedName;
  });

  afterAll(() => catalog.close());

  const columns = [
    { name: 'id', dataType: 'int' },
    { name: 'a.b', dataType: 'struct', children: [{ name: 'x', dataType: 'int' }] },
  ];
  const key = (...names: string[]) => [{ constraintType: 'PRIMARY_KEY', columns: names }];
  const foreignKey = (...referredColumns: string[]) => [
    { constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns },
  ];
  const table = (tableConstraints: object[], name = newName('t')): Promise<Document> =>
    catalog.make('table', { name, databaseSchema: schema, columns, tableConstraints });
  const faultsOf = async (made: Promise<unknown>) => (await failure(made)).details;

  it('name columns by name, path or FQN', async () => {
    const name = newName('t');
    const made = await table(key('id', '"a.b"', 'a.b', '"a.b".x', `${schema}.${name}.id`), name);
    expect((await catalog.get('table', made.fullyQualifiedName, 'tableConstraints')).tableConstraints).toMatchObject([
      { columns: ['id', '"a.b"', 'a.b', '"a.b".x', `${schema}.${name}.id`] },
    ]);
  });

  it('are refused for a column that the table lacks: on POST, PUT, PATCH and in bulk', async () => {
    const message = 'the table has no column nope; it has id, a.b';
    const fault = [{ field: 'tableConstraints[0].columns[1]', message }];
    expect(await faultsOf(table(key('id', 'nope')))).toEqual(fault);
    const made = await table(key('id'));
    const body = { name: made.name, databaseSchema: schema, columns, tableConstraints: key('id', 'nope') };
    expect(await faultsOf(catalog.writer.put(ADMIN, typeNamed('table'), body))).toEqual(fault);
    const add = { op: 'add', path: '/tableConstraints/0/columns/-', value: 'nope' };
    expect(await faultsOf(catalog.patch('table', made.fullyQualifiedName, add))).toEqual(fault);
    const [outcome] = await catalog.bulk.put(ADMIN, typeNamed('table'), [body], {});
    expect(JSON.stringify(outcome)).toContain(message);
    const drop = { op: 'remove', path: '/columns/0' };
    expect(await faultsOf(catalog.patch('table', made.fullyQualifiedName, drop))).toMatchObject([
      { field: 'tableConstraints[0].columns[0]' },
    ]);
  });

  it('refer to columns of tables that are there, of themselves, and of tables that nobody knows', async () => {
    const other = await table([]);
    const name = newName('t');
    await table(foreignKey(`${other.fullyQualifiedName}.id`, `${other.fullyQualifiedName}."a.b".x`), name);
    await table(foreignKey(`${schema}.${newName('self')}.id`, 'unknown.db.s.t.id', 'just text'));
    const self = newName('t');
    await table(foreignKey(`${schema}.${self}.id`), self);
    expect(await faultsOf(table(foreignKey(`${other.fullyQualifiedName}.nope`)))).toEqual([
      {
        field: 'tableConstraints[0].referredColumns[0]',
        message: `the table ${other.fullyQualifiedName} has no column nope; it has id, a.b`,
      },
    ]);
  });

  it('that were stored before, or whose other table has changed, leave the table editable', async () => {
    const other = await table([]);
    const made = await table(foreignKey(`${other.fullyQualifiedName}.id`));
    await catalog.patch('table', other.fullyQualifiedName, { op: 'remove', path: '/columns/0' });
    await catalog.database.query(
      `update entity set details = jsonb_set(details, '{tableConstraints,0,columns}', '["gone"]') where id = $1`,
      [made.id],
    );
    const describe = { op: 'add', path: '/description', value: 'still editable' };
    const answer = await catalog.patch('table', made.fullyQualifiedName, describe);
    expect(answer).toMatchObject({ description: 'still editable', tableConstraints: [{ columns: ['gone'] }] });
    const again = read(await catalog.reader.get(ADMIN, typeNamed('table'), { id: made.id }, '*', 'all'));
    expect(again.version).toBe(0.2);
  });
});
