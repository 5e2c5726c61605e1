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

  it('fails with the reason of a folder that may not be read', async () => {
    expect(await world.crawl()).toMatchObject({ status: 'Failed', reason: 'folderNotAllowed' });
  });
});
