import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import { eventually } from '../../support/eventually';
import { ADMIN, IngestionFixture, type Json } from './ingestion.fixture';
import { edgesInto, runEvent } from './sent-runs';

type Path = readonly [database: string, schema: string, table: string];

let fixture: IngestionFixture;
let next = 0;

beforeAll(async () => {
  fixture = await IngestionFixture.open();
});
afterAll(() => fixture.close());

/** A database service with these tables. @returns its name */
async function serviceOf(serviceType: string, paths: readonly Path[]): Promise<string> {
  const service = `named${next++}`;
  await fixture.create('databaseService', { name: service, serviceType });
  await addTables(service, paths);
  return service;
}

async function addTables(service: string, paths: readonly Path[], made = new Set<string>()): Promise<void> {
  for (const [database, schema, table] of paths) {
    const [above, below] = [`${service}.${database}`, `${service}.${database}.${schema}`];
    if (!made.has(above)) await fixture.bulk.put(ADMIN, typeOf('database'), [{ name: database, service }]);
    if (!made.has(below)) await fixture.bulk.put(ADMIN, typeOf('databaseSchema'), [{ name: schema, database: above }]);
    made.add(above).add(below);
    await fixture.table(below, table, ['id']);
  }
}

const rule = (prefix: string, service: string, create = false) =>
  fixture.mappings.put(ADMIN, prefix, { service, create }, () => undefined);

/** Names the dataset in an event of its own. */
async function name(namespace: string, ofDataset: string, more: Json = {}) {
  const outputs = [{ namespace, name: ofDataset, ...more }];
  return fixture.intake.take(ADMIN, runEvent(randomUUID(), 'COMPLETE', next++, { outputs }));
}

async function assetOf(namespace: string, ofDataset: string): Promise<string | undefined> {
  const [row] = await fixture.database.query<{ fqn: string }>(
    `select e.fqn from openlineage_name n join entity e on e.node = n.node where n.namespace = $1 and n.name = $2`,
    [namespace, ofDataset],
  );
  return row?.fqn;
}

/** What the name leads to, below its service. */
async function foundBy(service: string, namespace: string, ofDataset: string): Promise<string | undefined> {
  await rule(namespace, service);
  await name(namespace, ofDataset);
  return (await assetOf(namespace, ofDataset))?.slice(service.length + 1);
}

describe("the names of OpenLineage's naming page", () => {
  it.each<[type: string, namespace: string, name: string, table: Path]>([
    [
      'Athena',
      'awsathena://athena.eu-west-1.amazonaws.com',
      'AwsDataCatalog.lake.orders',
      ['awsdatacatalog', 'lake', 'orders'],
    ],
    ['Glue', 'arn:aws:glue:eu-west-1:123456789012', 'table/lake/orders', ['awsdatacatalog', 'lake', 'orders']],
    ['Synapse', 'sqlserver://pool.sql.azuresynapse.net:1433', 'dbo.Orders', ['pool', 'dbo', 'orders']],
    ['BigQuery', 'bigquery', 'project-1.shop.orders', ['project-1', 'shop', 'orders']],
    ['Cassandra', 'cassandra://db:9042', 'shop.orders', ['default', 'shop', 'orders']],
    ['Fabric', 'fabric-warehouse://x.datawarehouse.fabric.microsoft.com', 'shop.dbo.orders', ['shop', 'dbo', 'orders']],
    ['Mysql', 'mysql://db:3306', 'shop.orders', ['default', 'shop', 'orders']],
    ['MariaDB', 'mysql://db:3307', 'shop.orders', ['default', 'shop', 'orders']],
    ['CrateDB', 'crate://db:4200', 'crate.doc.orders', ['crate', 'doc', 'orders']],
    ['Db2', 'db2://db:50000', 'shop.sales.orders', ['SHOP', 'SALES', 'ORDERS']],
    ['Hive', 'hive://meta:9083', 'Lake.Orders', ['default', 'lake', 'orders']],
    ['Impala', 'hive://meta:21050', 'lake.orders', ['default', 'lake', 'orders']],
    ['Mssql', 'mssql://db:1433', '[Shop].[dbo].[orders]', ['Shop', 'dbo', 'orders']],
    ['AzureSQL', 'sqlserver://db.database.windows.net:1433', 'shop.dbo.ORDERS', ['shop', 'dbo', 'Orders']],
    ['OceanBase', 'oceanbase://db:2883', 'shop.orders', ['default', 'shop', 'orders']],
    ['Oracle', 'oracle://db:1521', 'xe.hr.emp', ['XE', 'HR', 'EMP']],
    ['Postgres', 'postgres://db:5432', 'shop.public.orders', ['shop', 'public', 'orders']],
    ['Teradata', 'teradata://db:1025', 'Shop.Orders', ['default', 'shop', 'orders']],
    ['Redshift', 'redshift://cluster.eu-west-1:5439', 'dev.public.Orders', ['dev', 'public', 'orders']],
    ['Snowflake', 'snowflake://org-account', 'poc.perf.daily', ['POC', 'PERF', 'DAILY']],
    ['Spanner', 'spanner://project:instance', 'shop.default.orders', ['shop', 'default', 'orders']],
    ['Trino', 'trino://db:8080', 'Hive.Lake.Orders', ['hive', 'lake', 'orders']],
    ['UnityCatalog', 'unitycatalog://dbc.example.org', 'Main.lake.orders', ['main', 'lake', 'orders']],
    ['Databricks', 'databricks://dbc.example.org', 'lake.orders', ['main', 'lake', 'orders']],
    ['Clickhouse', 'clickhouse://db:8123', 'shop.orders', ['default', 'shop', 'orders']],
    ['Exasol', 'exasol://db:8563', 'sales.orders', ['EXA', 'SALES', 'ORDERS']],
    ['Vertica', 'vertica://db:5433', 'shop.public.Orders', ['shop', 'public', 'orders']],
  ])('lead to tables of %s: %s %s', async (serviceType, namespace, ofDataset, table) => {
    const service = await serviceOf(serviceType, [table]);
    expect(await foundBy(service, `${namespace}/${next}`, ofDataset)).toBe(table.join('.'));
  });

  it.each([
    ['file', '/srv/files/orders/a.parquet', '/srv/files/orders/*.parquet'],
    ['s3://lake', 'orders/part-0.parquet', 's3://lake/orders/*.parquet'],
    ['gs://lake', 'orders.csv', 'gs://lake/orders.csv'],
    ['abfss://raw@shop.dfs.core.windows.net', 'orders/a', 'abfss://raw@shop.dfs.core.windows.net/orders'],
    ['wasbs://raw@shop.dfs.core.windows.net', 'orders', 'wasbs://raw@shop.dfs.core.windows.net/orders/*'],
    ['hdfs://name:8020', '/warehouse/orders', 'hdfs://name:8020/warehouse/orders'],
  ])('lead to tables of files: %s %s', async (namespace, path, locationPath) => {
    const service = await serviceOf('Datalake', [['default', 'raw', 'other']]);
    await fixture.table(`${service}.default.raw`, 'orders', ['id'], { locationPath });
    expect(await foundBy(service, namespace, path)).toBe('default.raw.orders');
  });

  it('lead to topics', async () => {
    await fixture.create('messagingService', { name: 'kafka', serviceType: 'Kafka' });
    await fixture.create('topic', { name: 'shop.orders', service: 'kafka', partitions: 1 });
    expect(await foundBy('kafka', 'kafka://broker:9092', 'shop.orders')).toBe('"shop.orders"');
  });
});

describe('a name of a dataset', () => {
  it.each<[type: string, name: string, tables: readonly Path[], found: string | undefined]>([
    [
      'Postgres',
      'd.s.Orders',
      [
        ['d', 's', 'Orders'],
        ['d', 's', 'orders'],
      ],
      'd.s.Orders',
    ],
    [
      'Postgres',
      'd.s.ORDERS',
      [
        ['d', 's', 'Orders'],
        ['d', 's', 'orders'],
      ],
      'd.s.orders',
    ],
    ['Postgres', 'd.s."ORDERS"', [['d', 's', 'orders']], undefined],
    ['Postgres', 'D.S."My.Table"', [['d', 's', 'My.Table']], 'd.s."My.Table"'],
    ['Postgres', 's.orders', [['d', 's', 'orders']], 'd.s.orders'],
    ['Postgres', 'orders', [['d', 's', 'orders']], undefined],
    [
      'Snowflake',
      '"POC"."PERF"."daily"',
      [
        ['POC', 'PERF', 'daily'],
        ['POC', 'PERF', 'DAILY'],
      ],
      'POC.PERF.daily',
    ],
    [
      'Snowflake',
      'poc.perf.Daily',
      [
        ['POC', 'PERF', 'daily'],
        ['POC', 'PERF', 'DAILY'],
      ],
      'POC.PERF.DAILY',
    ],
    ['MariaDB', 'shop.Orders', [['default', 'shop', 'orders']], undefined],
    ['Mysql', '`shop`.`orders`', [['default', 'shop', 'orders']], 'default.shop.orders'],
    [
      'Mysql',
      'shop.orders',
      [
        ['default', 'shop', 'orders'],
        ['other', 'shop', 'orders'],
      ],
      'default.shop.orders',
    ],
    ['Mssql', 'd.s.STRASSE', [['d', 's', 'Strasse']], 'd.s.Strasse'],
    ['Mssql', 'd.s.GRÖßE', [['d', 's', 'größe']], 'd.s.größe'],
    ['Mssql', 'd.s.größe', [['d', 's', 'grüße']], undefined],
  ])('of %s, %s among %j, is %s', async (serviceType, ofDataset, tables, found) => {
    const service = await serviceOf(serviceType, tables);
    expect(await foundBy(service, `x://${service}`, ofDataset)).toBe(found);
  });

  it('between several tables says which, and is one of them when a database of the name `default` has it', async () => {
    const service = await serviceOf('Mysql', [
      ['one', 'shop', 'orders'],
      ['two', 'shop', 'orders'],
    ]);
    await rule('mysql://many:3306', service);
    const { unresolved } = await name('mysql://many:3306', 'shop.orders');
    const ambiguous = [`${service}.one.shop.orders`, `${service}.two.shop.orders`];
    expect(unresolved).toEqual([{ namespace: 'mysql://many:3306', name: 'shop.orders', ambiguous }]);
    const { data } = await fixture.unresolved.list(ADMIN, { limit: 1_000 });
    expect(data).toContainEqual(expect.objectContaining({ namespace: 'mysql://many:3306', ambiguous }));
    await addTables(service, [['default', 'shop', 'orders']]);
    await eventually(
      () => assetOf('mysql://many:3306', 'shop.orders'),
      (fqn) => fqn === `${service}.default.shop.orders`,
    );
  });

  it('of a platform that ignores case is no table where two differ by case alone', async () => {
    const service = await serviceOf('Mssql', [
      ['d', 's', 'Orders'],
      ['d', 's', 'orders'],
    ]);
    await rule('mssql://twins:1433', service);
    const { unresolved } = await name('mssql://twins:1433', 'd.s.ORDERS');
    expect(unresolved).toMatchObject([{ ambiguous: [`${service}.d.s.Orders`, `${service}.d.s.orders`] }]);
  });

  it('lies below the database or schema that a rule names', async () => {
    const service = await serviceOf('Postgres', [
      ['d', 's', 'orders'],
      ['e', 's', 'orders'],
    ]);
    const found = async (target: string, ofDataset: string) => {
      const namespace = `x://${target}/${ofDataset}`;
      await rule(namespace, target);
      await name(namespace, ofDataset);
      return assetOf(namespace, ofDataset);
    };
    expect(await found(`${service}.e`, 'S.Orders')).toBe(`${service}.e.s.orders`);
    expect(await found(`${service}.e`, 'e.s.orders')).toBe(`${service}.e.s.orders`);
    expect(await found(`${service}.e`, 'd.s.orders')).toBeUndefined();
    expect(await found(`${service}.e.s`, 'ORDERS')).toBe(`${service}.e.s.orders`);
    expect(await found(`${service}.e.s`, 'other.orders')).toBeUndefined();
  });

  it('comes to mean the table of exactly its spelling, with its edges, when that one is made', async () => {
    const service = await serviceOf('Postgres', [
      ['d', 's', 'a'],
      ['d', 's', 'orders'],
    ]);
    const namespace = `postgres://later/${service}`;
    await rule(namespace, service);
    const inputs = [{ namespace, name: 'd.s.a' }];
    const outputs = [{ namespace, name: 'd.s.Orders' }];
    await fixture.intake.take(ADMIN, runEvent(`later ${service}`, 'COMPLETE', 1, { inputs, outputs }));
    expect(await edgesInto(fixture, `${service}.d.s.orders`)).toHaveLength(1);
    await fixture.table(`${service}.d.s`, 'Orders', ['id']);
    await eventually(
      () => edgesInto(fixture, `${service}.d.s.Orders`),
      (edges) => edges.length === 1,
    );
    expect(await edgesInto(fixture, `${service}.d.s.orders`)).toEqual([]);
  });

  it('is resolved for past events when its table comes in another case', async () => {
    const service = await serviceOf('Snowflake', [['POC', 'PERF', 'A']]);
    const namespace = `snowflake://past-${service}`;
    await rule(namespace, service);
    const sides = { inputs: [{ namespace, name: 'poc.perf.a' }], outputs: [{ namespace, name: 'poc.perf.b' }] };
    await fixture.intake.take(ADMIN, runEvent(`past ${service}`, 'COMPLETE', 1, sides));
    await fixture.table(`${service}.POC.PERF`, 'B', ['id']);
    await eventually(
      () => edgesInto(fixture, `${service}.POC.PERF.B`),
      (edges) => edges.length === 1,
    );
  });

  it('is the same dataset in quotes and without: one edge, one table that is made', async () => {
    const service = await serviceOf('Snowflake', [['POC', 'PERF', 'A']]);
    const namespace = `snowflake://same-${service}`;
    await rule(namespace, service, true);
    const facets = { schema: { fields: [{ name: 'ID', type: 'int' }] } };
    for (const [run, from, to] of [
      ['unquoted', 'poc.perf.a', 'poc.perf.t'],
      ['quoted', '"POC"."PERF"."A"', '"POC"."PERF"."T"'],
    ] as const) {
      const outputs = [{ namespace, name: to, facets }];
      const event = runEvent(`${run} ${service}`, 'COMPLETE', 1, { inputs: [{ namespace, name: from }], outputs });
      expect((await fixture.intake.take(ADMIN, event)).unresolved).toEqual([]);
    }
    const into = (await fixture.edges()).filter(({ to }) => to.startsWith(`${service}.`));
    expect(into.map(({ from, to }) => [from, to])).toEqual([[`${service}.POC.PERF.A`, `${service}.POC.PERF.T`]]);
  });

  it('is looked for by its other names behind its own, those of tables first', async () => {
    const service = await serviceOf('Hive', [
      ['default', 'lake', 'first'],
      ['default', 'lake', 'second'],
    ]);
    const namespace = `hive://${service}:9083`;
    await rule(namespace, service);
    const identifiers = [
      { namespace, name: 'lake.first', type: 'LOCATION' },
      { namespace, name: 'LAKE.SECOND', type: 'TABLE' },
    ];
    const location = `s3://${service}`;
    await name(location, 'lake/orders', { facets: { symlinks: { identifiers } } });
    expect(await assetOf(location, 'lake/orders')).toBe(`${service}.default.lake.second`);
    const own = { facets: { symlinks: { identifiers: [{ namespace, name: 'lake.second', type: 'TABLE' }] } } };
    await name(namespace, 'LAKE.FIRST', own);
    expect(await assetOf(namespace, 'LAKE.FIRST')).toBe(`${service}.default.lake.first`);
  });
});

describe('columns of an edge', () => {
  const made = (namespace: string, name: string): Json => ({
    columnLineage: { fields: { id: { inputFields: [{ namespace, name, field: 'id' }] } } },
  });

  it('may name their source by one of its symlinks, in the same event or an earlier one', async () => {
    const service = await serviceOf('Hive', [
      ['default', 'lake', 'a'],
      ['default', 'lake', 'b'],
    ]);
    const [hive, location] = [`hive://${service}:9083`, `s3://${service}`];
    await rule(hive, service);
    const symlinks = { symlinks: { identifiers: [{ namespace: hive, name: 'lake.a', type: 'TABLE' }] } };
    const input = (facets: Json): Json => ({ namespace: location, name: 'lake/a', facets });
    const output = { namespace: hive, name: 'lake.b', facets: made(hive, 'lake.a') };
    const one = runEvent(`one ${service}`, 'COMPLETE', 1, { inputs: [input(symlinks)], outputs: [output] });
    expect((await fixture.intake.take(ADMIN, one)).notes.filter((note) => /columns/.test(note))).toEqual([]);
    const into = () => edgesInto(fixture, `${service}.default.lake.b`);
    expect(await into()).toMatchObject([{ from: `${service}.default.lake.a`, columns: ['id → id'] }]);
    await fixture.database.query('delete from lineage_edge');
    const two = runEvent(`two ${service}`, 'COMPLETE', 2, { inputs: [input({})], outputs: [output] });
    expect((await fixture.intake.take(ADMIN, two)).notes).toEqual([]);
    expect(await into()).toMatchObject([{ columns: ['id → id'] }]);
  });

  it('may name their source in another spelling', async () => {
    const service = await serviceOf('Snowflake', [
      ['POC', 'PERF', 'A'],
      ['POC', 'PERF', 'B'],
    ]);
    const namespace = `snowflake://columns-${service}`;
    await rule(namespace, service);
    await name(namespace, '"POC"."PERF"."A"');
    const outputs = [{ namespace, name: 'poc.perf.b', facets: made(namespace, '"POC"."PERF"."A"') }];
    const inputs = [{ namespace, name: 'poc.perf.a' }];
    const { notes } = await fixture.intake.take(ADMIN, runEvent(service, 'COMPLETE', 1, { inputs, outputs }));
    expect(notes).toEqual([]);
    expect(await edgesInto(fixture, `${service}.POC.PERF.B`)).toMatchObject([{ columns: ['id → id'] }]);
  });
});

const typeOf = (type: string) => entityTypes.get(type);
