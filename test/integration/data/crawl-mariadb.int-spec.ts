import { MISSING_MARIADB, startMariaDb, type MariaDbServer } from '../../support/sources/mariadb-server';
import { describeUnless } from '../../support/unless-refused';
import { CrawlWorld } from './crawl-world';

const SCHEMA = `
  create database shop;
  create table shop.customers (id bigint not null auto_increment primary key, mail varchar(120) not null comment 'Where they are written to',
    nick varchar(40), limit_eur decimal(14,3), active tinyint(1) not null default 1, made timestamp null, at datetime(6), lt longtext,
    u int unsigned, j json, unique key uq_mail (mail), unique key uq_nick (nick)) comment='People who buy';
  create table shop.invoices (no int not null, year smallint not null, customer_id bigint not null, primary key (year, no),
    foreign key (customer_id) references shop.customers(id));
  create view shop.v_invoices as select year, count(*) as n from shop.invoices group by year;
  create table shop.log (id int, at int not null) partition by range (at) (partition p0 values less than (10), partition p1 values less than maxvalue);
  create database other;
  create table other.x (id int);
  create user reader@'127.0.0.1' identified by 'secret';
  grant select, show view on shop.* to reader@'127.0.0.1';
  grant select on other.* to reader@'127.0.0.1'`;

describeUnless(MISSING_MARIADB, 'a crawl of MariaDB', () => {
  let server: MariaDbServer;
  let world: CrawlWorld;

  beforeAll(async () => {
    server = await startMariaDb();
    await server.admin.query(SCHEMA);
    const config = { hostPort: `127.0.0.1:${server.port}`, username: 'reader', password: 'secret' };
    world = await CrawlWorld.open('MariaDB', config);
  });

  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  it('brings its databases as schemas, and nothing a second time', async () => {
    const first = await world.crawl();
    expect([first.status, first.warnings]).toEqual(['Success', []]);
    expect(first.counts).toMatchObject({ databases: 1, schemas: 2, tables: 5, views: 1, created: 5 });
    expect(first.statements).toBeLessThanOrEqual(12);
    expect(await world.table('default', 'shop', 'customers')).toMatchObject({
      description: 'People who buy',
      columns: [
        { name: 'id', dataType: 'BIGINT', dataTypeDisplay: 'bigint(20)', constraint: 'PRIMARY_KEY' },
        { name: 'mail', constraint: 'NOT_NULL', dataLength: 120, description: 'Where they are written to' },
        { name: 'nick', constraint: 'UNIQUE' },
        { name: 'limit_eur', dataType: 'DECIMAL', precision: 14, scale: 3 },
        { name: 'active', dataType: 'BOOLEAN' },
        { name: 'made', dataType: 'TIMESTAMP' },
        { name: 'at', dataType: 'DATETIME' },
        { name: 'lt', dataType: 'TEXT' },
        { name: 'u', dataType: 'INT', dataTypeDisplay: 'int(10) unsigned' },
        { name: 'j', dataType: 'JSON' },
      ],
    });
    expect((await world.table('default', 'shop', 'invoices')).tableConstraints).toContainEqual({
      ...{
        constraintType: 'FOREIGN_KEY',
        columns: ['customer_id'],
        referredColumns: ['src.default.shop.customers.id'],
      },
    });
    expect(await world.table('default', 'shop', 'log')).toMatchObject({
      tableType: 'Partitioned',
      tablePartition: { columns: [{ columnName: 'at', intervalType: 'INTEGER-RANGE' }] },
    });
    const before = await world.versions();
    expect((await world.crawl()).counts).toMatchObject({ unchanged: 5, created: 0, updated: 0 });
    expect(await world.versions()).toEqual(before);
  });

  it('says nothing of other schemas where the connection names one', async () => {
    const config = {
      hostPort: `127.0.0.1:${server.port}`,
      username: 'reader',
      password: 'secret',
      databaseSchema: 'shop',
    };
    const narrow = world.withConfig(config);
    await server.admin.query('drop table other.x; alter table shop.customers drop column nick');
    expect((await narrow.crawl()).counts).toMatchObject({ schemas: 1, updated: 1, unchanged: 3, deleted: 0 });
    expect(await world.table('default', 'other', 'x')).toMatchObject({ deleted: false });
    expect((await world.crawl()).counts).toMatchObject({ unchanged: 4, deleted: 1 });
  });
});
