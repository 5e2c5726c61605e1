import { csvOf, csvTables, entityTypes, jsonOf, jsonTables, type ImportReport } from '@app/catalog';
import { missingOmop, omopTables } from '../../../e2e/omop/omop-tables';
import { itUnless } from '../../../support/unless-refused';
import { ADMIN, CatalogFixture, failure, newName, typeNamed, type Document } from '../catalog.fixture';

type Format = 'csv' | 'raw csv' | 'json';

const FORMATS: readonly Format[] = ['csv', 'raw csv', 'json'];

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

async function exported({ tableExport }: CatalogFixture, service: string, format: Format): Promise<string> {
  const pages = await tableExport.pages(ADMIN, { by: 'service', fqn: service });
  return textOf(format === 'json' ? jsonOf(pages) : csvOf(pages, format === 'raw csv'));
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly databaseSchema?: string;
}

function imported(
  { tableImport }: CatalogFixture,
  text: string,
  format: Format,
  { dryRun = false, databaseSchema }: ImportOptions = {},
): Promise<ImportReport> {
  const schema = databaseSchema === undefined ? undefined : { fqn: databaseSchema, isForAll: true };
  const source =
    format === 'json'
      ? jsonTables(JSON.parse(text), schema)
      : csvTables(Buffer.from(text), { raw: format === 'raw csv', databaseSchema: schema });
  return tableImport.run(ADMIN, entityTypes.get('table'), source, { dryRun });
}

/** What a table says, without when its labels were put on it and by whom. */
function said(table: Document): unknown {
  const { displayName, description, tableType, columns, tags, extension, tableConstraints, schemaDefinition } = table;
  const members = { displayName, description, tableType, columns, tags, extension, tableConstraints, schemaDefinition };
  const own = (key: string, value: unknown): unknown => (/^applied(At|By)$/.test(key) ? undefined : value);
  return JSON.parse(JSON.stringify(members, own));
}

const NONE = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };

describe('an export', () => {
  let here: CatalogFixture;
  let there: CatalogFixture;

  beforeAll(async () => {
    [here, there] = await Promise.all([CatalogFixture.open(), CatalogFixture.open()]);
  });

  afterAll(async () => {
    await here?.close();
    await there?.close();
  });

  const make = (side: CatalogFixture, type: string, body: Record<string, unknown>): Promise<Document> =>
    side.create(type, body);

  /** The same containers, people and tags in both catalogs. */
  async function world(): Promise<{ service: string; schemas: string[]; user: string; team: string; tag: string }> {
    const [service, user, team, classification] = ['svc.with.dots', 'user', 'team', 'cls'].map(newName) as [
      string,
      string,
      string,
      string,
    ];
    const root = `"${service}"`;
    for (const side of [here, there]) {
      await make(side, 'databaseService', { name: service, serviceType: 'Postgres' });
      await make(side, 'database', { name: 'db', service: root });
      for (const name of ['one', 'two']) await make(side, 'databaseSchema', { name, database: `${root}.db` });
      await make(side, 'user', { name: user, email: `${user}@example.org` });
      await make(side, 'team', { name: team, teamType: 'Group' });
      await make(side, 'classification', { name: classification, description: 'Words' });
      await make(side, 'tag', { name: 'Word', classification, description: 'A word' });
    }
    return { service: root, schemas: [`${root}.db.one`, `${root}.db.two`], user, team, tag: `${classification}.Word` };
  }

  async function fill({ schemas, user, team, tag }: Awaited<ReturnType<typeof world>>): Promise<number> {
    const [one, two] = schemas;
    const columns = [
      {
        name: 'id',
        dataType: 'BIGINT',
        constraint: 'PRIMARY_KEY',
        description: '=1+1, "quoted"\r\nand more',
        scale: -3,
      },
      {
        name: 'a.b',
        dataType: 'STRUCT',
        tags: [{ tagFQN: tag, labelType: 'Automated', state: 'Suggested' }],
        children: [
          { name: 'say "hi"', dataType: 'ARRAY', arrayDataType: 'INT', extension: { k: [1, { deep: true }] } },
          { name: 'x', dataType: 'VARCHAR', dataLength: 20, jsonSchema: '{"type": "object"}' },
        ],
      },
      { name: '@cell', dataType: 'DECIMAL', precision: 10, scale: 2, displayName: ' blank at the ends ' },
    ];
    await make(here, 'table', {
      name: '-danger;us',
      databaseSchema: one,
      columns,
      description: '@SUM(A1)\tü€😀',
      displayName: '+plus',
      tableType: 'View',
      owners: [
        { type: 'user', fullyQualifiedName: user },
        { type: 'team', fullyQualifiedName: team },
      ],
      tags: [{ tagFQN: tag }],
      extension: { department: 'data' },
      tableConstraints: [{ constraintType: 'UNIQUE', columns: ['id'] }],
      schemaDefinition: 'create view x as\nselect 1',
      retentionPeriod: 'P30D',
    });
    await make(here, 'table', { name: 'same', databaseSchema: one, columns: columns.slice(0, 1) });
    await make(here, 'table', { name: 'same', databaseSchema: two, columns: [] });
    for (let i = 0; i < 205; i++)
      await make(here, 'table', {
        name: `many_${String(i).padStart(3, '0')}`,
        databaseSchema: two,
        columns: columns.slice(0, 1),
      });
    return 208;
  }

  it.each(FORMATS)('into an empty catalog and out again is equal, as %s', async (format) => {
    const names = await world();
    const tables = await fill(names);
    const text = await exported(here, names.service, format);
    const rows = format === 'json' ? tables : 5 + 1 + 1 + 205;
    expect(await imported(there, text, format)).toMatchObject({ ...NONE, rows, created: tables });
    expect(await exported(there, names.service, format)).toBe(text);
    // What the file says is what the table is, not only what another file would say.
    const read = (side: CatalogFixture): Promise<Document> => side.get('table', `${names.schemas[0]}.-danger;us`, '*');
    const [before, after] = [await read(here), await read(there)];
    expect(said(after)).toEqual(said(before));
    expect(after.owners).toMatchObject([{ fullyQualifiedName: names.user }, { fullyQualifiedName: names.team }]);
    expect(await imported(there, text, format)).toMatchObject({ ...NONE, rows, unchanged: tables });
  });

  it('leaves what begins with an apostrophe alone, and brings it back where cells are raw', async () => {
    const { service, schemas } = await world();
    const description = "'=kept";
    const table = { name: 't', databaseSchema: schemas[0], columns: [{ name: 'id', dataType: 'INT', description }] };
    await make(here, 'table', table);
    const text = await exported(here, service, 'raw csv');
    expect(text).toContain(",'=kept,");
    await imported(there, text, 'raw csv');
    expect(await there.get('table', `${schemas[0]}.t`)).toMatchObject({ columns: [{ description }] });
  });

  it('of what is not there is refused, of what is empty has the header alone', async () => {
    expect(await failure(exported(here, 'nowhere', 'csv'))).toMatchObject({ code: 'NOT_FOUND' });
    const { service } = await world();
    expect((await exported(here, service, 'csv')).split('\r\n')).toHaveLength(2);
    expect(JSON.parse(await exported(here, service, 'json'))).toEqual({ tables: [] });
  });

  it('leaves out what a table has from above and what is deleted', async () => {
    const { service, schemas, user } = await world();
    await here.patch('databaseSchema', schemas[0] as string, {
      op: 'add',
      path: '/owners',
      value: [{ type: 'user', fullyQualifiedName: user }],
    });
    const table = { databaseSchema: schemas[0], columns: [{ name: 'id', dataType: 'INT' }] };
    await make(here, 'table', { name: 'kept', ...table });
    const gone = await make(here, 'table', { name: 'gone', ...table });
    await here.remover.remove(ADMIN, typeNamed('table'), { id: gone.id }, { hardDelete: false, recursive: false });
    const { tables } = JSON.parse(await exported(here, service, 'json')) as { tables: object[] };
    expect(tables).toEqual([{ name: 'kept', ...table }]);
  });

  it('goes into another schema where that is asked for', async () => {
    const { service, schemas } = await world();
    const columns = [{ name: 'id', dataType: 'INT' }];
    await make(here, 'table', { name: 't', databaseSchema: schemas[0], columns });
    const text = await exported(here, service, 'csv');
    expect(await imported(there, text, 'csv', { databaseSchema: schemas[1] })).toMatchObject({ ...NONE, created: 1 });
    expect(await there.get('table', `${schemas[1]}.t`)).toMatchObject({ columns });
  });

  it('reads a page when the one before was taken', async () => {
    const { service, schemas } = await world();
    for (const databaseSchema of schemas)
      await make(here, 'table', { name: 't', databaseSchema, columns: [{ name: 'id', dataType: 'INT' }] });
    const texts = csvOf(await here.tableExport.pages(ADMIN, { by: 'service', fqn: service }), false);
    const sent = here.database.statements;
    expect((await texts.next()).value).toMatch(/^databaseSchema,table,/);
    expect((await texts.next()).value).toContain('.one');
    expect(here.database.statements).toBe(sent);
    expect((await texts.next()).value).toContain('.two');
    expect(here.database.statements).toBeGreaterThan(sent);
    expect((await texts.next()).done).toBe(true);
  });

  it('is tried out without a trace', async () => {
    const { service, schemas } = await world();
    await make(here, 'table', { name: 't', databaseSchema: schemas[0], columns: [{ name: 'id', dataType: 'INT' }] });
    const text = await exported(here, service, 'csv');
    expect(await imported(there, text, 'csv', { dryRun: true })).toMatchObject({ ...NONE, dryRun: true, created: 1 });
    expect(await exported(there, service, 'csv')).not.toContain(',t,');
  });

  itUnless(missingOmop, 'of the OMOP tables is equal', async () => {
    const { service, schemas } = await world();
    const tables = omopTables();
    for (const { name, description, columns } of tables)
      await make(here, 'table', { name, description, columns, databaseSchema: schemas[0] });
    const text = await exported(here, service, 'csv');
    expect(await imported(there, text, 'csv')).toMatchObject({ ...NONE, created: tables.length });
    expect(await exported(there, service, 'csv')).toBe(text);
  });
});
