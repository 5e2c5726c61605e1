import { csvTables, entityTypes, jsonTables, type ImportReport } from '@app/catalog';
import { actorOf, ADMIN, CatalogFixture, failure, mayDo, newName } from '../catalog.fixture';

describe('an import of tables', () => {
  let catalog: CatalogFixture;
  let schema: string;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  beforeEach(async () => {
    schema = (await catalog.make('databaseSchema')).fullyQualifiedName;
  });

  afterAll(() => catalog?.close());

  const csv = (lines: readonly string[], actor = ADMIN): Promise<ImportReport> =>
    catalog.tableImport.run(
      actor,
      entityTypes.get('table'),
      csvTables(Buffer.from(lines.join('\n')), { raw: false, databaseSchema: { fqn: schema, isForAll: true } }),
      { dryRun: false },
    );
  const json = (body: unknown): Promise<ImportReport> =>
    catalog.tableImport.run(ADMIN, entityTypes.get('table'), jsonTables(body, undefined), { dryRun: false });
  const columnsOf = async (table: string): Promise<unknown> =>
    (await catalog.get('table', `${schema}.${table}`)).columns;

  const HEADER = 'table,description,owners,column,column.dataType,column.dataLength,column.more';

  it('tells each wrong cell with its line, and stores the other tables', async () => {
    const report = await csv([
      HEADER,
      'good,"two',
      'lines",,id,INT,,',
      'cells,,,id,VARCHAR,long,{',
      'type,,,id,INT,,',
      'type,,,parent,STRUCT,,',
      'type,,,parent.child,NONSENSE,,',
      'owner,,user:nobody,id,INT,,',
      'orphan,,,a.b,INT,,',
      'twice,,,id,INT,,',
      'twice,,,id,INT,,',
      'later,one,,id,INT,,',
      'later,other,,id2,INT,,',
      'short,,,id',
      'good,,,more,INT,,',
      ',,,id,INT,,',
    ]);
    const at = (line: number, field: string, message: string, table?: string): object => ({
      line,
      field,
      message: expect.stringContaining(message) as string,
      ...(table ? { fqn: `${schema}.${table}` } : {}),
    });
    expect(report).toMatchObject({ rows: 14, created: 1, updated: 0, unchanged: 0, failed: 9, errorsLeftOut: 0 });
    expect([...report.errors].sort((a, b) => a.line - b.line || a.field.localeCompare(b.field))).toMatchObject([
      at(4, 'column.dataLength', 'must be an integer; got "long"', 'cells'),
      at(4, 'column.more', 'must be a JSON object', 'cells'),
      at(7, 'column.dataType', 'BIGINT', 'type'),
      at(8, 'owners', 'user instance for nobody not found', 'owner'),
      at(9, 'column', 'lies in a, which must stand on a row above', 'orphan'),
      at(11, 'column', 'id stands twice', 'twice'),
      at(13, 'description', 'is another than on line 12', 'later'),
      at(14, 'table', 'a row of 4 cells; the header has 7', 'short'),
      at(15, 'table', 'must stand together', 'good'),
      at(16, 'table', 'must name the table'),
    ]);
    expect(await catalog.get('table', `${schema}.good`)).toMatchObject({ description: 'two\nlines' });
    expect(await columnsOf('good')).toMatchObject([{ name: 'id', dataType: 'INT' }]);
  });

  it('counts what was created, changed and already so', async () => {
    await csv([HEADER, 'a,one,,id,INT,,', 'b,two,,id,INT,,']);
    const report = await csv([HEADER, 'a,one,,id,INT,,', 'b,other,,id,INT,,', 'c,,,id,INT,,']);
    expect(report).toMatchObject({ rows: 3, created: 1, updated: 1, unchanged: 1, failed: 0, errors: [] });
    expect(await catalog.get('table', `${schema}.a`)).toMatchObject({ version: 0.1 });
    expect(await catalog.get('table', `${schema}.b`)).toMatchObject({ version: 0.2, description: 'other' });
  });

  it('takes headers in any order, a byte order mark, and no columns', async () => {
    expect(await csv(['\ufefftable', 'bare'])).toMatchObject({ created: 1, failed: 0 });
    expect(await columnsOf('bare')).toEqual([]);
    expect(await csv(['column.dataType,column,table', 'INT,id,turned'])).toMatchObject({ created: 1 });
    expect(await columnsOf('turned')).toMatchObject([{ name: 'id', dataType: 'INT' }]);
  });

  it.each([
    [['table,colour'], '"colour" is no header; known: databaseSchema, table, '],
    [['table,table'], '"table" stands twice'],
    [['column'], '"table" is missing'],
    [[''], 'The body holds no header line'],
    [['table', 'a"b'], 'line 2 has a quote inside'],
  ])('refuses as a whole what is no such file: %j', async (lines, message) => {
    expect(await failure(csv(lines))).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message) as string,
    });
  });

  it('asks for the schema where nobody names one', async () => {
    const source = csvTables(Buffer.from('table\nt'), { raw: false });
    expect(
      await failure(catalog.tableImport.run(ADMIN, entityTypes.get('table'), source, { dryRun: false })),
    ).toMatchObject({
      message: expect.stringContaining('"databaseSchema" is missing') as string,
    });
  });

  it('of JSON tells the place in the list', async () => {
    const good = { name: 'g', databaseSchema: schema, columns: [{ name: 'id', dataType: 'INT' }] };
    const bad = { ...good, name: 'b', columns: [{ name: 'id', dataType: 'NONSENSE' }] };
    const report = await json({ tables: [good, bad, null] });
    expect(report).toMatchObject({ rows: 3, created: 1, failed: 2 });
    expect(report.errors).toMatchObject([{ line: 2, field: 'columns[0].dataType', fqn: `${schema}.b` }, { line: 3 }]);
    for (const body of [{}, { tables: 1 }, { tables: [], more: 1 }, 'x', undefined])
      expect(await failure(json(body))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('asks for the permission of each row', async () => {
    const user = await catalog.make('user');
    await csv([HEADER, 'there,one,,id,INT,,']);
    const editor = actorOf(user, mayDo(['EditDescription'], 'table'));
    const report = await csv([HEADER, 'there,two,,id,INT,,', `${newName('new')},,,id,INT,,`], editor);
    expect(report).toMatchObject({ created: 0, updated: 1, failed: 1 });
    expect(report.errors).toMatchObject([{ line: 3, message: expect.stringContaining('Create') as string }]);
  });

  it('tells a thousand faults and counts the others', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => `t${i},,,id,INT,no,`);
    const report = await csv([HEADER, ...rows]);
    expect(report).toMatchObject({ rows: 1_200, failed: 1_200, errorsLeftOut: 200 });
    // Those of one table as well: the first row is right.
    const same = await csv([HEADER, ...rows.map(() => 'same,,,id,INT,,')]);
    expect(same).toMatchObject({ rows: 1_200, failed: 1, errorsLeftOut: 199 });
    expect(same.errors).toHaveLength(1_000);
    expect(report.errors).toHaveLength(1_000);
  });
});
