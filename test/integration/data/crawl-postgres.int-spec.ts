import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { ADMIN } from '../catalog/catalog.fixture';
import { CrawlWorld } from './crawl-world';
import { entityTypes } from '@app/catalog';

const SECRET = 'S%cret/+pw-of-the-reader';

const SCHEMA = `
  create schema sales;
  comment on schema sales is 'What is sold';
  create table sales.customers (id bigint generated always as identity primary key, mail varchar(120) not null unique, nick varchar(40) unique,
    name text, born date, limit_eur numeric(14,3), tags text[], meta jsonb, made timestamptz not null default now());
  comment on table sales.customers is 'People who buy';
  comment on column sales.customers.mail is 'Where they are written to';
  create table sales.invoices (no integer not null, year smallint not null, customer_id bigint not null references sales.customers(id),
    paid_at timestamp(3), primary key (year, no), unique (customer_id, paid_at));
  create view sales.v_invoices as select year, count(*) as n from sales.invoices group by year;
  create materialized view sales.mv as select id, mail from sales.customers;
  create table sales.log (id bigint, at date not null) partition by range (at);
  create table sales.log_2025 partition of sales.log for values from ('2025-01-01') to ('2026-01-01');
  create table sales."Ünïcode.Täble" ("Sp ace" int, "a.b" int, "q""uote" int);
  create table sales."bad::name" (id int);
  create table sales."ba""d" (id int);
  create table sales.skip_me (id int);
  create table sales.kept_by_people (id int);
  create table sales.gone_soon (id int, a text, b text);
  create schema tmp_scratch;
  create table tmp_scratch.x (id int);
  create schema secret;
  create table secret.y (id int);
`;

const FILTERS = {
  schemaFilterPattern: { includes: [], excludes: ['^TMP_', 'secret', 'public'] },
  tableFilterPattern: { includes: [], excludes: ['skip_'] },
};

describe('a crawl of PostgreSQL', () => {
  let world: CrawlWorld;
  let admin: Client;
  let database: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const made = await createTestDatabase('template0');
    drop = made.drop;
    admin = new Client({ connectionString: made.adminUrl });
    await admin.connect();
    const { hostname, port, pathname } = new URL(made.adminUrl);
    database = pathname.slice(1);
    const role = `reader_${database}`;
    await admin.query(`create role ${role} login password '${SECRET}'`);
    await admin.query(SCHEMA);
    await admin.query(`grant usage on schema sales, tmp_scratch to ${role}`);
    const config = {
      hostPort: `${hostname}:${port}`,
      username: role,
      authType: { password: SECRET },
      database,
      sslMode: 'disable',
    };
    world = await CrawlWorld.open('Postgres', config);
  });

  afterAll(async () => {
    await world?.close();
    await admin.end();
    await drop();
  });

  const rules = FILTERS;
  const table = (name: string) => world.table(database, 'sales', name);

  it('says in a dry run what it would do, and writes nothing', async () => {
    const dry = await world.crawl({ rules, request: { dryRun: true } });
    expect(dry.status).toBe('Success');
    expect(dry.counts).toMatchObject({
      databases: 1,
      schemas: 1,
      tables: 8,
      views: 2,
      created: 8,
      filtered: 4,
      failed: 0,
    });
    expect(dry.changes).toHaveLength(8);
    expect(dry.changes[0]).toMatchObject({
      change: 'created',
      fields: expect.arrayContaining(['columns', 'tableType']),
    });
    expect((await world.state()).size).toBe(0);
    expect(await world.events()).toBe(0);
  });

  it('brings databases, schemas, tables and views', async () => {
    const first = await world.crawl({ rules });
    expect(first.warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ['nameNotAllowed', `src.${database}.sales."ba""d"`],
      ['nameNotAllowed', `src.${database}.sales.bad::name`],
    ]);
    expect(first.status).toBe('Success');
    expect(first.counts).toMatchObject({ databases: 1, schemas: 1, tables: 8, created: 8, unchanged: 0, filtered: 4 });
    expect(first.progress.at(-1)).toMatchObject({ done: 8, total: 8 });
    expect(first.statements).toBeLessThanOrEqual(12);
    expect(await world.find('databaseSchema', database, 'sales')).toMatchObject({ description: 'What is sold' });
    expect(await table('customers')).toMatchObject({
      ...{ tableType: 'Regular', description: 'People who buy', updatedBy: 'data-crawler', version: 0.1 },
      columns: [
        { name: 'id', dataType: 'BIGINT', dataTypeDisplay: 'bigint', constraint: 'PRIMARY_KEY', ordinalPosition: 1 },
        {
          name: 'mail',
          dataType: 'VARCHAR',
          dataLength: 120,
          constraint: 'NOT_NULL',
          description: 'Where they are written to',
        },
        { name: 'nick', dataType: 'VARCHAR', constraint: 'UNIQUE' },
        { name: 'name', dataType: 'TEXT', constraint: 'NULL' },
        { name: 'born', dataType: 'DATE' },
        { name: 'limit_eur', dataType: 'NUMERIC', precision: 14, scale: 3 },
        { name: 'tags', dataType: 'ARRAY', arrayDataType: 'TEXT', dataTypeDisplay: 'text[]' },
        { name: 'meta', dataType: 'JSON', dataTypeDisplay: 'jsonb' },
        { name: 'made', dataType: 'TIMESTAMPZ', dataTypeDisplay: 'timestamp with time zone' },
      ],
    });
    const { tableConstraints } = await table('invoices');
    expect(tableConstraints).toEqual([
      {
        constraintType: 'FOREIGN_KEY',
        columns: ['customer_id'],
        referredColumns: [`src.${database}.sales.customers.id`],
      },
      { constraintType: 'PRIMARY_KEY', columns: ['year', 'no'] },
      { constraintType: 'UNIQUE', columns: ['customer_id', 'paid_at'] },
    ]);
    expect(await table('v_invoices')).toMatchObject({
      tableType: 'View',
      schemaDefinition: expect.stringContaining('sales.invoices'),
    });
    expect(await table('mv')).toMatchObject({ tableType: 'MaterializedView' });
    expect(await table('log')).toMatchObject({
      tableType: 'Partitioned',
      tablePartition: { columns: [{ columnName: 'at', intervalType: 'TIME-UNIT' }] },
    });
    expect((await table('Ünïcode.Täble')).columns).toMatchObject([
      { name: 'Sp ace' },
      { name: 'a.b' },
      { name: 'q"uote' },
    ]);
    for (const name of ['skip_me', 'log_2025'])
      expect(await world.find('table', database, 'sales', name)).toBeUndefined();
    expect(await world.find('databaseSchema', database, 'tmp_scratch')).toBeUndefined();
    expect(await world.catalog.get('user', 'data-crawler')).toMatchObject({ isBot: true });
  });

  it('writes nothing where nothing has changed', async () => {
    const [before, events] = [await world.versions(), await world.events()];
    const again = await world.crawl({ rules });
    expect(again.counts).toMatchObject({ tables: 8, unchanged: 8, created: 0, updated: 0 });
    expect(await world.versions()).toEqual(before);
    expect(await world.events()).toBe(events);
    // Compared anew once a person has changed something, and still as it should be.
    await world.catalog.patch('table', `src.${database}.sales.log`, { op: 'add', path: '/displayName', value: 'Log' });
    expect((await world.crawl({ rules })).counts).toMatchObject({ unchanged: 8 });
  });

  it('follows the source, and leaves what people wrote', async () => {
    const fqn = `src.${database}.sales.customers`;
    await world.catalog.patch(
      'table',
      fqn,
      { op: 'add', path: '/description', value: 'what people say' },
      { op: 'add', path: '/columns/1/description', value: 'by people' },
      { op: 'add', path: '/columns/2/displayName', value: 'Nick' },
    );
    const { version } = await table('customers');
    const kept = await world.find('table', database, 'sales', 'kept_by_people');
    await world.catalog.remover.remove(
      ADMIN,
      entityTypes.get('table'),
      { id: kept!.id },
      { hardDelete: false, recursive: true },
    );
    await admin.query(`
      alter table sales.customers add column extra int;
      alter table sales.customers drop column born;
      alter table sales.customers rename column name to full_name;
      comment on table sales.customers is 'changed';
      comment on column sales.customers.mail is 'changed too';
      comment on column sales.customers.nick is 'new comment';
      comment on schema sales is 'All that is sold';
      drop table sales.gone_soon`);
    const dry = await world.crawl({ rules, request: { dryRun: true } });
    expect(dry.counts).toMatchObject({ updated: 1, deleted: 1, unchanged: 6 });
    expect(dry.changes.map(({ table: one, change, fields }) => [one, change, fields])).toEqual([
      [fqn, 'updated', ['columns']],
      [`src.${database}.sales.gone_soon`, 'deleted', []],
    ]);
    const changed = await world.crawl({ rules });
    expect(changed.status).toBe('Success');
    expect(changed.counts).toMatchObject({ tables: 7, updated: 1, deleted: 1, unchanged: 6 });
    expect(changed.warnings).toContainEqual(
      expect.objectContaining({ code: 'deletedByPeople', subject: `src.${database}.sales.kept_by_people` }),
    );
    const now = await table('customers');
    expect(now).toMatchObject({ description: 'what people say', version: Number((version + 1).toFixed(1)) });
    expect(
      (now.columns as Document[]).map(({ name, description, displayName }) => [name, description, displayName]),
    ).toEqual([
      ['id', undefined, undefined],
      ['mail', 'by people', undefined],
      ['nick', 'new comment', 'Nick'],
      ...['full_name', 'limit_eur', 'tags', 'meta', 'made', 'extra'].map((name) => [name, undefined, undefined]),
    ]);
    expect(await world.find('databaseSchema', database, 'sales')).toMatchObject({ description: 'All that is sold' });
    expect(await table('gone_soon')).toMatchObject({ deleted: true });
    expect(await table('kept_by_people')).toMatchObject({ deleted: true });
  });

  it('brings back what it has deleted, and warns of what may be a rename', async () => {
    await admin.query('create table sales.gone_soon (id int, a text, b text)');
    const back = await world.crawl({ rules });
    expect(back.counts).toMatchObject({ restored: 1, updated: 0 });
    expect(await table('gone_soon')).toMatchObject({ deleted: false });
    await admin.query('alter table sales.gone_soon rename to came_new');
    const renamed = await world.crawl({ rules });
    expect(renamed.warnings).toContainEqual(
      expect.objectContaining({
        code: 'possiblyRenamed',
        subject: `src.${database}.sales.came_new`,
        message: expect.stringContaining('gone_soon'),
      }),
    );
    expect([await table('gone_soon'), await table('came_new')]).toMatchObject([{ deleted: true }, { deleted: false }]);
  });

  it('follows a table whose name has changed its case alone', async () => {
    const before = await table('came_new');
    await admin.query('alter table sales.came_new rename to "Came_New"');
    const note = expect.objectContaining({
      ...{ code: 'renamed', subject: `src.${database}.sales.Came_New`, about: { id: before.id, type: 'table' } },
    });
    const tried = await world.crawl({ rules, request: { dryRun: true } });
    expect([tried.counts, tried.warnings]).toMatchObject([
      { created: 0, updated: 1, deleted: 0 },
      expect.arrayContaining([note]),
    ]);
    expect(tried.changes).toEqual([
      expect.objectContaining({ table: `src.${database}.sales.Came_New`, change: 'updated', fields: ['name'] }),
    ]);
    expect(await table('came_new')).toMatchObject({ id: before.id, name: 'came_new' });
    const followed = await world.crawl({ rules });
    expect([followed.counts, followed.warnings]).toMatchObject([
      { created: 0, updated: 1, deleted: 0 },
      expect.arrayContaining([note]),
    ]);
    expect(await table('Came_New')).toMatchObject({ id: before.id, deleted: false });
    const again = await world.crawl({ rules });
    expect(again.counts).toMatchObject({ created: 0, updated: 0 });
    expect(again.warnings.filter(({ code }) => code === 'renamed')).toEqual([]);
  });

  it('takes another table of that name for another one, and leaves names to those that have them', async () => {
    // The former table is there by its name, with another id.
    await admin.query('alter table sales."Came_New" rename to came_old');
    await admin.query('create table sales."Came_New" (id int)');
    const swapped = await world.crawl({ rules });
    expect(swapped.warnings.filter(({ code }) => code === 'renamed')).toEqual([]);
    await admin.query('drop table sales."Came_New"');
    await admin.query('alter table sales.came_old rename to CAME_OLDER');
    const other = await world.crawl({ rules });
    expect(other.warnings.filter(({ code }) => code === 'renamed')).toEqual([]);
    expect(other.warnings).toContainEqual(expect.objectContaining({ code: 'possiblyRenamed' }));
    // Two names of one schema that differ by case stay two.
    await admin.query('alter table sales.came_older rename to "Came_Older"');
    await admin.query('create table sales.came_older (id int)');
    const both = await world.crawl({ rules });
    expect(both.warnings.filter(({ code }) => code === 'renamed')).toEqual([]);
    await admin.query('drop table sales."Came_Older"');
    await admin.query('drop table sales.came_older');
    await world.crawl({ rules });
  });

  it('deletes nothing that it may not see, or only filters out', async () => {
    const role = `reader_${database}`;
    const live = async () => [...(await world.state()).values()].filter((state) => / false /.test(state)).length;
    const before = await live();
    await admin.query(`revoke usage on schema sales from ${role}`);
    const blind = await world.crawl({ rules });
    expect(blind.status).toBe('PartialSuccess');
    expect(blind.warnings).toContainEqual(
      expect.objectContaining({ code: 'notPermitted', subject: `src.${database}.sales` }),
    );
    await admin.query(`grant usage on schema sales to ${role}`);
    await world.crawl({
      rules: { schemaFilterPattern: { includes: [], excludes: ['sales', 'secret', 'public', 'tmp'] } },
    });
    await world.crawl({ rules: { ...rules, tableFilterPattern: { includes: ['nothing'], excludes: [] } } });
    await world.crawl({ rules: { ...rules, includeViews: false } });
    await world.crawl({ rules, request: { schemas: ['tmp_scratch'] } });
    await world.crawl({ rules, request: { tables: ['customers'] } });
    expect(await live()).toBe(before);
    // What is only filtered out now, and gone as well, may be there: nothing says that it is not.
    await admin.query('drop view sales.v_invoices');
    await world.crawl({ rules: { ...rules, includeViews: false } });
    expect(await live()).toBe(before);
    await world.crawl({ rules: { ...rules, deleteAfter: 0 } });
    expect(await live()).toBe(before);
    // Missed once before, by the crawl that deletes nothing.
    const twice = await world.crawl({ rules: { ...rules, deleteAfter: 2 } });
    expect(twice.counts).toMatchObject({ deleted: 1 });
    expect(await live()).toBe(before - 1);
  });
});

type Document = Readonly<Record<string, unknown>>;
