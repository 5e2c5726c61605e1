import { coveringTable, isLocation, type LocatedTable } from './file-location';

const table = (location: string, folder: string | null = null): LocatedTable => ({
  ...{ node: location, id: location, fqn: location, deleted: false, location, folder },
  ...{ database: 'default', schema: 'default', table: location },
});

describe('the table that covers a path', () => {
  it.each<[namespace: string, name: string, of: readonly [location: string, folder?: string]]>([
    ['file', '/srv/files/sales/orders.csv', ['/srv/files/sales/orders.csv']],
    ['file', 'srv/files/sales/orders.csv', ['/srv/files/sales/orders.csv']],
    ['file://host', '/srv/files/sales/orders.csv', ['file:///srv/files/sales/orders.csv']],
    ['file', '/srv/files/orders/2026/a.parquet', ['orders/**/*.parquet', '/srv/files']],
    ['file', '/srv/files/orders/a.parquet', ['orders/*.parquet', '/srv/files/']],
    ['file', '/srv/files/orders', ['orders/*.parquet', '/srv/files']],
    ['file', '/srv/files/orders/', ['/srv/files/orders']],
    ['s3://lake', 'orders/part-0.parquet', ['s3://lake/orders/*.parquet']],
    ['s3a://lake', '/orders/part-0.parquet', ['s3://lake/orders']],
    ['s3://lake', 'orders/part-0.parquet', ['orders/*.parquet']],
    ['gs://lake', 'orders/day=1/a.parquet', ['gs://lake/orders/**']],
    ['abfss://raw@shop.dfs.core.windows.net', 'orders/a.csv', ['abfss://raw@shop.dfs.core.windows.net/orders/*.csv']],
    ['wasbs://raw@shop.dfs.core.windows.net', 'orders/a.csv', ['wasbs://raw@shop.dfs.core.windows.net/orders/a.csv']],
    ['hdfs://name:8020', '/warehouse/orders', ['hdfs://name:8020/warehouse/orders']],
    ['dbfs://shop', '/mnt/orders/a', ['dbfs://shop/mnt/orders']],
  ])('%s %s is of %s', (namespace, name, [location, folder]) => {
    expect(isLocation(namespace)).toBe(true);
    expect(coveringTable([table(location, folder)], { namespace, name }).found?.node).toBe(location);
  });

  it.each([
    ['file', '/srv/files/orders.csv', '/srv/files/Orders.csv'],
    ['file', '/srv/files/orders2/a', '/srv/files/orders'],
    ['file', '/srv/files/orders/deep/a.csv', '/srv/files/orders/*.csv'],
    ['s3://other', 'orders/a', 's3://lake/orders'],
    ['s3://lake', 'orders', 's3://lake/orders/a.csv'],
  ])('%s %s is not of %s', (namespace, name, location) => {
    expect(coveringTable([table(location)], { namespace, name })).toEqual({ among: [] });
  });

  it('is the closest; none where two are as close', () => {
    const of = (...locations: string[]) =>
      coveringTable(
        locations.map((one) => table(one)),
        { namespace: 'file', name: '/d/o/a.csv' },
      );
    expect(of('/d', '/d/o', '/d/o/*.csv', '/d/o/a.csv').found?.node).toBe('/d/o/a.csv');
    expect(of('/d', '/d/o', '/d/o/*.csv').found?.node).toBe('/d/o/*.csv');
    expect(of('/d', '/d/o').found?.node).toBe('/d/o');
    expect(of('/d/o/*.csv', '/d/*/a.csv').among).toHaveLength(2);
  });

  it.each(['postgres://db:5432', 'filenet://x', 'snowflake://s3', 'files'])('%s has no paths', (namespace) => {
    expect(isLocation(namespace)).toBe(false);
  });
});
