import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrawlWorld } from './crawl-world';

describe('a crawl of a folder', () => {
  let world: CrawlWorld;
  let folder: string;
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const roots = (): string[] => [folder];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-crawl-'));
    for (const name of ['sales', 'sales/parted']) mkdirSync(join(folder, name));
    put('sales/orders.csv', 'no,placed,total\n1,2026-01-01,1.5\n2,2026-01-02,2.5\n');
    put('sales/events.ndjson', '{"id": 1, "who": {"name": "a", "age": 7}}\n');
    put('sales/broken.parquet', 'this is none');
    put('sales/_hidden.csv', 'a\n1\n');
    put('sales/parted/one.csv', 'a\n1\n');
    put('sales/parted/two.csv', 'a\n2\n');
    put('top.csv', 'a\n1\n');
    symlinkSync(join(folder, 'top.csv'), join(folder, 'link.csv'));
    const tables = [{ schema: 'sales', name: 'parted', path: 'sales/parted/*.csv', format: 'csv' }];
    world = await CrawlWorld.open('Datalake', { configSource: { type: 'Local', path: folder }, tables });
  });

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('brings files as tables; one that cannot be read is told', async () => {
    const first = await world.crawl({ roots: roots() });
    expect(first.status).toBe('PartialSuccess');
    expect(first.counts).toMatchObject({ databases: 1, schemas: 2, tables: 5, created: 4, failed: 1 });
    expect(first.warnings).toEqual([expect.objectContaining({ subject: 'src.default.sales."broken.parquet"' })]);
    expect(await world.table('default', 'sales', 'orders.csv')).toMatchObject({
      ...{ tableType: 'External', fileFormat: 'csv', locationPath: join(folder, 'sales/orders.csv') },
      columns: [
        { name: 'no', dataType: 'BIGINT' },
        { name: 'placed', dataType: 'DATE' },
        { name: 'total', dataType: 'DOUBLE' },
      ],
    });
    const { columns } = await world.table('default', 'sales', 'events.ndjson');
    expect(columns).toMatchObject([
      { name: 'id', dataType: 'BIGINT' },
      { name: 'who', dataType: 'STRUCT', children: [{ name: 'name' }, { name: 'age' }] },
    ]);
    expect(await world.table('default', 'sales', 'parted')).toMatchObject({ columns: [{ name: 'a' }] });
    expect(await world.find('table', 'default', 'default', 'top.csv')).toBeDefined();
  });

  it('writes nothing where only the rows are others, keeps what it cannot read, and deletes what is gone', async () => {
    const before = await world.versions();
    put('sales/orders.csv', 'no,placed,total\n3,2026-01-03,3.5\n');
    expect((await world.crawl({ roots: roots() })).counts).toMatchObject({ unchanged: 4, failed: 1, deleted: 0 });
    expect(await world.versions()).toEqual(before);
    put('sales/events.ndjson', 'not json at all');
    rmSync(join(folder, 'top.csv'));
    expect((await world.crawl({ roots: roots() })).counts).toMatchObject({ unchanged: 2, failed: 2, deleted: 1 });
    expect(await world.table('default', 'sales', 'events.ndjson')).toMatchObject({ deleted: false });
    expect(await world.table('default', 'default', 'top.csv')).toMatchObject({ deleted: true });
    expect(await world.find('databaseSchema', 'default', 'default')).toMatchObject({ deleted: true });
  });

  it('leaves a table whose file is malformed, or has another header, with what people wrote at it', async () => {
    const subject = 'src.default.sales."orders.csv"';
    const note = { op: 'add', path: '/columns/0/description', value: 'The number on the receipt' };
    await world.catalog.patch('table', subject, note);
    const before = await world.table('default', 'sales', 'orders.csv');
    const only = { roots: roots(), request: { schemas: ['sales'], tables: ['orders.csv'] } };
    for (const [text, code] of [
      ['no,placed,total\n1,2026-01-01,1.5\n2,Smith,2026-01-02,2.5\n', 'fileMalformed'],
      ['3,Smith,3.5\n4,Ann,4.5\n', 'headerChanged'],
      ['3,2026-01-03,3.5\n4,2026-01-04,4.5\n', 'headerLooksLikeData'],
    ] as const) {
      put('sales/orders.csv', text);
      const { warnings, counts } = await world.crawl(only);
      expect(warnings).toEqual([expect.objectContaining({ code, subject })]);
      expect(JSON.stringify(warnings)).not.toContain('Smith');
      expect(counts).toMatchObject({ tables: 1, updated: 0, deleted: 0 });
      expect(await world.table('default', 'sales', 'orders.csv')).toEqual(before);
    }
    put('sales/orders.csv', 'no,placed,total\n');
    expect((await world.crawl(only)).counts).toMatchObject({ unchanged: 1 });
    expect(await world.table('default', 'sales', 'orders.csv')).toEqual(before);
    put('sales/orders.csv', 'order,day\n3,2026-01-03\n');
    const confirmed = { ...only, request: { ...only.request, confirmDeletions: 'confirmed' } };
    expect((await world.crawl(confirmed)).counts).toMatchObject({ updated: 1 });
    expect((await world.table('default', 'sales', 'orders.csv')).columns).toMatchObject([
      { name: 'order', dataType: 'BIGINT' },
      { name: 'day', dataType: 'DATE' },
    ]);
  });

  it('makes no table of a file that is malformed or empty, and one of a folder of partitions', async () => {
    put('sales/new.csv', 'id,name\n1,Smith,x\n');
    put('sales/none.csv', '');
    for (const day of ['01', '02']) mkdirSync(join(folder, `sales/lines/day=2026-01-${day}`), { recursive: true });
    put('sales/lines/day=2026-01-01/p.csv', 'id\n1\n');
    put('sales/lines/day=2026-01-02/p.csv', 'id\n2\n');
    const { warnings } = await world.crawl({ roots: roots() });
    expect(warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'fileEmpty', subject: 'src.default.sales."none.csv"' }),
        expect.objectContaining({ code: 'fileMalformed', subject: 'src.default.sales."new.csv"' }),
      ]),
    );
    for (const name of ['new.csv', 'none.csv', 'p.csv'])
      expect(await world.find('table', 'default', 'sales', name)).toBeUndefined();
    expect((await world.table('default', 'sales', 'lines')).columns).toMatchObject([
      { name: 'id', dataType: 'BIGINT' },
      { name: 'day', dataType: 'DATE' },
    ]);
  });

  it('fails with the reason of a folder that may not be read', async () => {
    expect(await world.crawl()).toMatchObject({ status: 'Failed', reason: 'folderNotAllowed' });
  });
});
