import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceDatabase, type SourceDatabase } from '../../e2e/data/source-database';
import { MISSING_MARIADB, startMariaDb, type MariaDbServer } from '../../support/sources/mariadb-server';
import { describeUnless } from '../../support/unless-refused';
import { CrawlWorld } from './crawl-world';

/** Columns by which engines differ; `day`, `at` and `name` also stand in a file. */
const ROWS = [
  [1, 5, '2.50', 'Anna', '2024-01-01', '2024-01-01 10:00:00'],
  [2, 5, '-1.25', 'anna', '2024-03-01', '2024-03-01 12:30:00.5'],
  [3, 7, null, 'Ö🙂', '2024-02-01', null],
  [4, null, '10.00', 'anna ', null, '2023-12-31 23:59:59'],
  [5, 9, '2.50', null, '2024-03-01', '2024-03-01 12:30:00.5'],
] as const;

const literal = (value: string | number | null): string => (value === null ? 'null' : `'${value}'`);
const VALUES = ROWS.map((row) => `(${row.map(literal).join(', ')})`).join(', ');

/** Figures of the rows on every engine. */
const EXPECTED = {
  id: {
    ...{ valuesCount: 5, nullCount: 0, nullProportion: 0, distinctCount: 5, distinctProportion: 1, uniqueCount: 5 },
    ...{ duplicateCount: 0, min: 1, max: 5, mean: 3, sum: 15, stddev: expect.closeTo(Math.SQRT2, 9) },
  },
  qty: {
    ...{ valuesCount: 4, nullCount: 1, nullProportion: 0.2, distinctCount: 3, distinctProportion: 0.75 },
    ...{ uniqueCount: 2, duplicateCount: 1, min: 5, max: 9, mean: 6.5, sum: 26 },
    stddev: expect.closeTo(1.6583123951777, 9),
    cardinalityDistribution: { categories: [5, 7, 9], counts: [2, 1, 1], percentages: [50, 25, 25] },
  },
  price: {
    ...{ distinctCount: 3, uniqueCount: 2, min: -1.25, max: 10, sum: 13.75, mean: 3.4375 },
    cardinalityDistribution: { categories: [2.5, -1.25, 10], counts: [2, 1, 1], percentages: [50, 25, 25] },
  },
  name: {
    ...{ valuesCount: 4, distinctCount: 4, uniqueCount: 4, minLength: 2, maxLength: 5 },
    cardinalityDistribution: {
      ...{ categories: ['Anna', 'anna', 'anna ', 'Ö🙂'], counts: [1, 1, 1, 1], percentages: [25, 25, 25, 25] },
    },
  },
  day: {
    ...{ distinctCount: 3, min: '2024-01-01', max: '2024-03-01' },
    cardinalityDistribution: { categories: ['2024-03-01', '2024-01-01', '2024-02-01'], counts: [2, 1, 1] },
  },
  at: {
    ...{ distinctCount: 3, min: '2023-12-31T23:59:59Z', max: '2024-03-01T12:30:00.5Z' },
    cardinalityDistribution: {
      categories: ['2024-03-01T12:30:00.5Z', '2023-12-31T23:59:59Z', '2024-01-01T10:00:00Z'],
    },
  },
};

describe('a profile of PostgreSQL', () => {
  let source: SourceDatabase;
  let world: CrawlWorld;
  const path = (): string[] => [source.config.database, 'sales', 'orders'];

  beforeAll(async () => {
    source = await sourceDatabase(
      `create table sales.orders (id int primary key, qty int, price numeric(10,2), name text, day date, at timestamp,
         ratio double precision, big bigint, ok boolean, uid uuid, doc json, tags text[], secret text, "odd.name ""x" int)`,
      `insert into sales.orders (id, qty, price, name, day, at) values ${VALUES.replaceAll(`'1'`, '1')}`,
      `update sales.orders set big = 9007199254740993, ok = id > 2, doc = '{}', tags = '{a}', "odd.name ""x" = id,
         uid = case when id < 3 then '11cd071b-0000-4000-8000-000000000000'::uuid end,
         ratio = case id when 1 then 'NaN'::float8 when 2 then 'Infinity'::float8 else 0.5 end, secret = 'value ' || id`,
      `create table sales.many as select i as id, i % 10 as k from generate_series(1, 4000) i`,
      'alter table sales.many add primary key (id)',
      'create view sales.v_many as select * from sales.many',
      'create table sales.nothing (id int, t text)',
    );
    world = await CrawlWorld.open('Postgres', source.config);
    await world.crawl();
  });

  afterAll(async () => {
    await world?.close();
    await source?.drop();
  });

  const configure = async (table: string, config: object | undefined): Promise<void> => {
    await world.catalog.database.query(
      `update entity set details = case when $3::jsonb is null then details - 'tableProfilerConfig'
         else details || jsonb_build_object('tableProfilerConfig', $3::jsonb) end
        where type = 'table' and name = $1 and root = (select node from entity where id = $2)`,
      [table, world.service.id, config === undefined ? null : JSON.stringify(config)],
    );
  };

  it('measures what the type of a column allows', async () => {
    const run = await world.profile(path(), { request: { quantiles: true } });
    expect([run.status, run.warnings, run.body]).toEqual([
      'Success',
      [],
      { profile: { rowCount: 5, columnCount: 14, sizeInByte: expect.any(Number), columns: 12 } },
    ]);
    const { timestamp, rowCount } = (await world.table(...path())).profile as Record<string, unknown>;
    expect([typeof timestamp, rowCount]).toEqual(['number', 5]);
    const figures = await world.figures(...path());
    expect(figures).toMatchObject(EXPECTED);
    expect(figures.qty).toMatchObject({ median: 6, firstQuartile: 5, thirdQuartile: 7.5 });
    expect(figures.name).not.toHaveProperty('min');
    expect(figures.big).toMatchObject({ min: '9007199254740993', max: '9007199254740993', distinctCount: 1 });
    expect(figures.big).not.toHaveProperty('sum');
    expect(figures.ratio).toMatchObject({ valuesCount: 5, distinctCount: 3, min: 'NaN' });
    expect(figures.ratio).not.toHaveProperty('mean');
    expect(figures.ok).toEqual(expect.objectContaining({ distinctCount: 2 }));
    expect(figures.uid).toMatchObject({ valuesCount: 2, distinctCount: 1, uniqueCount: 0 });
    expect(figures['odd.name "x']).toMatchObject({ max: 5 });
    expect(figures).not.toHaveProperty('doc');
  });

  it('lists the values of columns that have few in two statements, whatever their types', async () => {
    const names = (columns: string[]): object => ({
      includeColumns: columns.map((columnName) => ({ columnName, metrics: ['cardinalityDistribution'] })),
    });
    await configure('orders', names(['ok', 'uid', 'big', 'ratio', 'name', 'at']));
    const all = await world.profile(path());
    const figures = await world.figures(...path());
    await configure('orders', names(['ok']));
    const one = await world.profile(path());
    await configure('orders', undefined);
    expect([all.status, all.warnings]).toEqual(['Success', []]);
    // Five columns more: the groups of each and the longest text, and once more for all floats.
    expect(all.statements - one.statements).toBe(5 + 1 + 1);
    expect(figures).toMatchObject({
      ok: { cardinalityDistribution: { categories: [true, false], counts: [3, 2], percentages: [60, 40] } },
      uid: { cardinalityDistribution: { categories: ['11cd071b-0000-4000-8000-000000000000'], counts: [2] } },
      big: { cardinalityDistribution: { categories: ['9007199254740993'], counts: [5] } },
      ratio: { cardinalityDistribution: { categories: [0.5, 'Infinity', 'NaN'], counts: [3, 1, 1] } },
    });
    expect(Object.keys(figures.uid!)).toEqual(['cardinalityDistribution']);
  });

  it('is no evidence that the data came', async () => {
    await world.profile(path());
    const { id } = await world.table(...path());
    const rows = await world.catalog.database.query(
      'select 1 from observation o join entity e on e.node = o.asset where e.id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('stores no value of a column with a hidden tag', async () => {
    await world.catalog.database.query(
      `update entity set details = jsonb_set(details, '{columns,1,tags}', '[{"tagFQN": "PII.Sensitive"}]') where id = $1`,
      [(await world.table(...path())).id],
    );
    await world.profile(path(), { hiddenTags: ['PII.Sensitive'], request: { quantiles: true } });
    const { qty } = await world.figures(...path());
    const counts = ['valuesCount', 'nullCount', 'nullProportion', 'distinctCount', 'distinctProportion', 'uniqueCount'];
    expect(Object.keys(qty!).sort()).toEqual([...counts, 'duplicateCount'].sort());
  });

  it('goes by the configuration of the table', async () => {
    await configure('orders', {
      includeColumns: [{ columnName: 'id', metrics: ['min', 'distinctCount'] }, 'doc', 'qty', 'gone'],
      excludeColumns: ['qty'],
      computeTableMetrics: false,
    });
    const run = await world.profile(path());
    expect([run.status, run.body]).toEqual(['Success', { profile: { columns: 2 } }]);
    expect(run.warnings).toMatchObject([{ code: 'columnNotFound', subject: 'gone' }]);
    expect(await world.figures(...path())).toEqual({
      id: { min: 1, distinctCount: 5 },
      doc: { valuesCount: 5, nullCount: 0, nullProportion: 0 },
    });
    await configure('orders', { profileSample: 200 });
    await expect(world.profile(path())).rejects.toMatchObject({ reason: 'badParameter' });
    await configure('orders', undefined);
  });

  it.each([
    ['many', 'PERCENTAGE', 25],
    ['many', 'ROWS', 1_000],
    ['v_many', 'PERCENTAGE', 25],
  ])('of %s looks at a sample of %s %d, and counts all rows', async (table, profileSampleType, profileSample) => {
    await configure(table, { profileSample, profileSampleType });
    const at = [source.config.database, 'sales', table];
    const run = await world.profile(at);
    expect(run.status).toBe('Success');
    expect(run.body).toMatchObject({ profile: { rowCount: 4_000, profileSample, profileSampleType } });
    const { id, k } = await world.figures(...at);
    const seen = Number(id!.valuesCount);
    expect(seen).toBeGreaterThan(700);
    expect(seen).toBeLessThan(1_300);
    // The same rows in each statement of the reading.
    expect(id).toMatchObject({ distinctCount: seen, duplicateCount: 0 });
    expect(k).toMatchObject({ valuesCount: seen, distinctCount: 10, duplicateCount: seen - 10 });
    const { counts } = k!.cardinalityDistribution as { counts: number[] };
    expect([counts.length, counts.reduce((sum, one) => sum + one)]).toEqual([10, seen]);
    expect(id).not.toHaveProperty('cardinalityDistribution');
  });

  it('looks at some of the blocks where the config says so', async () => {
    await configure('many', { profileSample: 25, samplingMethodType: 'SYSTEM' });
    const at = [source.config.database, 'sales', 'many'];
    expect((await world.profile(at)).status).toBe('Success');
    const { id } = await world.figures(...at);
    const seen = Number(id!.valuesCount);
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(4_000);
    // The same blocks in each statement of the reading.
    expect(id).toMatchObject({ distinctCount: seen });
  });

  it('is of all rows where there are fewer than the sample has', async () => {
    await configure('many', { profileSample: 4_000, profileSampleType: 'ROWS' });
    const run = await world.profile([source.config.database, 'sales', 'many']);
    expect(run.body!.profile).not.toHaveProperty('profileSample');
  });

  it('of an empty table has counts and no values', async () => {
    const at = [source.config.database, 'sales', 'nothing'];
    expect((await world.profile(at, { request: { quantiles: true } })).status).toBe('Success');
    const none = { valuesCount: 0, nullCount: 0, nullProportion: 0, distinctCount: 0, distinctProportion: 0 };
    const counts = { ...none, uniqueCount: 0, duplicateCount: 0 };
    expect(await world.figures(...at)).toEqual({ id: counts, t: counts });
  });

  it('says what could not be measured, and stores the rest', async () => {
    await source.query(`create view sales.v_bad as select id, 1 / (id - 1) as broken from sales.orders`);
    await source.query(`grant select on sales.v_bad to ${source.role}`);
    await world.crawl({ request: { tables: ['v_bad'] } });
    const at = [source.config.database, 'sales', 'v_bad'];
    const run = await world.profile(at);
    expect(run.status).toBe('PartialSuccess');
    expect(run.warnings.map(({ code, subject }) => `${code} ${subject}`)).toContain('notMeasured broken');
    expect((await world.figures(...at)).id).toMatchObject({ distinctCount: 5, max: 5 });
  });

  it('takes the next millisecond where another profile has its own', async () => {
    const now = await world.catalog.database.now();
    const run = { id: '0d6f7c3e-5a1b-4c8e-9f2d-7b3a1e4c5d60', startedAt: now, attempts: 1 };
    await world.profile(path(), { run });
    await world.profile(path(), { run });
    expect((await world.table(...path())).profile).toMatchObject({ timestamp: now + 1 });
  });

  it('ends where the table is gone from the source', async () => {
    await source.query('drop table sales.nothing');
    await expect(world.profile([source.config.database, 'sales', 'nothing'])).rejects.toMatchObject({
      reason: 'tableNotFound',
    });
  });
});

describeUnless(MISSING_MARIADB, 'a profile of MariaDB', () => {
  let server: MariaDbServer;
  let world: CrawlWorld;

  beforeAll(async () => {
    server = await startMariaDb();
    await server.admin.query(`
      create database shop; use shop;
      create table shop.orders (id int primary key, qty int, price decimal(10,2), name varchar(20) character set utf8mb4, day date, at datetime(1),
        tag varchar(9) character set latin1, j json);
      insert into shop.orders (id, qty, price, name, day, at) values ${VALUES};
      create table shop.many (id int primary key, k int);
      insert into shop.many select seq, seq % 10 from shop.orders, seq_1_to_800 where id = 1;
      create view shop.v_many as select many.*, convert(k using latin1) as x, cast(k as char) as y from shop.many;
      create user reader@'127.0.0.1' identified by 'secret';
      grant select, show view on shop.* to reader@'127.0.0.1'`);
    const config = { hostPort: `127.0.0.1:${server.port}`, username: 'reader', password: 'secret' };
    world = await CrawlWorld.open('MariaDB', config);
    await world.crawl();
  });

  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  it('measures the same as PostgreSQL', async () => {
    const run = await world.profile(['default', 'shop', 'orders'], { request: { quantiles: true } });
    expect([run.status, run.warnings]).toEqual(['Success', []]);
    const figures = await world.figures('default', 'shop', 'orders');
    expect(figures).toMatchObject(EXPECTED);
    expect(figures.qty).toMatchObject({ median: 6, firstQuartile: 5, thirdQuartile: 7.5 });
    expect(figures.price).toMatchObject({ median: 2.5, firstQuartile: 1.5625, thirdQuartile: 4.375 });
  });

  it.each(['many', 'v_many'])('looks at a sample of %s', async (table) => {
    await world.catalog.database.query(
      `update entity set details = details || '{"tableProfilerConfig": {"profileSample": 50}}' where name = $1`,
      [table],
    );
    expect((await world.profile(['default', 'shop', table])).status).toBe('Success');
    const { id } = await world.figures('default', 'shop', table);
    const seen = Number(id!.valuesCount);
    expect(Math.abs(seen - 400)).toBeLessThan(100);
    expect(id).toMatchObject({ distinctCount: seen });
  });
});

describe('a profile of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-profile-'));
  let world: CrawlWorld;

  beforeAll(async () => {
    const lines = ROWS.map((row) => row.map((cell) => cell ?? '').join(','));
    writeFileSync(join(folder, 'orders.csv'), ['id,qty,price,name,day,at', ...lines].join('\n'));
    const many = Array.from({ length: 800 }, (_, at) => JSON.stringify({ id: at, tags: ['a'], k: at % 10 }));
    writeFileSync(join(folder, 'many.ndjson'), many.join('\n'));
    const nested = [1, 2, 2, null].map((n, at) => JSON.stringify({ id: at, at: { n, "it's": { city: `c${at}` } } }));
    writeFileSync(join(folder, 'nested.ndjson'), nested.join('\n'));
    const config = { configSource: { type: 'Local', path: folder } };
    world = await CrawlWorld.open('Datalake', config);
    await world.crawl({ roots: [folder] });
  });

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true });
  });

  it('measures the same as PostgreSQL', async () => {
    const at = ['default', 'default', 'orders.csv'];
    const run = await world.profile(at, { request: { quantiles: true }, roots: [folder] });
    expect([run.status, run.warnings]).toEqual(['Success', []]);
    const figures = await world.figures(...at);
    expect(figures).toMatchObject(EXPECTED);
    expect(figures.qty).toMatchObject({ median: 6, firstQuartile: 5, thirdQuartile: 7.5 });
  });

  it('measures fields of structs like columns', async () => {
    const at = ['default', 'default', 'nested.ndjson'];
    const run = await world.profile(at, { roots: [folder] });
    expect([run.status, run.warnings, run.body]).toMatchObject([
      'Success',
      [],
      { profile: { rowCount: 4, columns: 3 } },
    ]);
    expect(await world.figures(...at)).toMatchObject({
      id: { distinctCount: 4 },
      'at.n': { nullCount: 1, distinctCount: 2, uniqueCount: 1, min: 1, max: 2, sum: 5 },
      "at.it's.city": { distinctCount: 4, minLength: 2, maxLength: 2 },
    });
  });

  it('looks at a sample', async () => {
    await world.catalog.database.query(
      `update entity set details = details || '{"tableProfilerConfig": {"profileSample": 50}}' where name = 'many.ndjson'`,
    );
    const at = ['default', 'default', 'many.ndjson'];
    expect((await world.profile(at, { roots: [folder] })).body).toMatchObject({
      profile: { rowCount: 800, columns: 2 },
    });
    const { id } = await world.figures(...at);
    const seen = Number(id!.valuesCount);
    expect(Math.abs(seen - 400)).toBeLessThan(100);
    expect(id).toMatchObject({ distinctCount: seen });
  });
});
