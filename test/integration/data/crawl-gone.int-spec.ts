import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { CrawlWorld } from './crawl-world';

describe('a crawl of a source of which much is gone', () => {
  let world: CrawlWorld;
  let admin: Client;
  let database: string;
  let drop: () => Promise<void>;
  const rules = { schemaFilterPattern: { includes: ['many'], excludes: [] } };

  beforeAll(async () => {
    const made = await createTestDatabase('template0');
    drop = made.drop;
    admin = new Client({ connectionString: made.adminUrl });
    await admin.connect();
    const { hostname, port, pathname } = new URL(made.adminUrl);
    database = pathname.slice(1);
    await admin.query(`create role reader_${database} login password 'secret'`);
    const config = { hostPort: `${hostname}:${port}`, username: `reader_${database}`, database, sslMode: 'disable' };
    world = await CrawlWorld.open('Postgres', { ...config, authType: { password: 'secret' } });
  });

  afterAll(async () => {
    await world?.close();
    await admin.end();
    await drop();
  });

  it('asks before more than half of twenty tables go', async () => {
    const tables = Array.from({ length: 24 }, (_, at) => `t${at}`);
    await admin.query(
      `create schema many; grant usage on schema many to reader_${database};` +
        tables.map((name) => `create table many.${name} (id int)`).join(';'),
    );
    const request = { schemas: ['many'] };
    expect((await world.crawl({ request })).counts).toMatchObject({ created: 24 });
    await admin.query(
      `drop table ${tables
        .slice(0, 15)
        .map((name) => `many.${name}`)
        .join()}`,
    );
    const shy = await world.crawl({ request });
    expect(shy.counts).toMatchObject({ deleted: 0, unchanged: 9 });
    expect(shy.warnings).toContainEqual(expect.objectContaining({ code: 'tooManyGone' }));
    const sure = await world.crawl({ request: { ...request, confirmDeletions: 'confirmed' } });
    expect(sure.counts).toMatchObject({ deleted: 15, unchanged: 9 });
  });

  it('deletes a schema with the last of its tables, and brings it back', async () => {
    await admin.query('drop schema many cascade');
    await world.crawl({ rules });
    expect(await world.find('databaseSchema', database, 'many')).toMatchObject({ deleted: true });
    await admin.query(
      `create schema many; grant usage on schema many to reader_${database}; create table many.t20 (id int)`,
    );
    expect((await world.crawl({ rules })).counts).toMatchObject({ restored: 1 });
    expect(await world.table(database, 'many', 't20')).toMatchObject({ deleted: false });
  });

  it('fails where nothing can be read, with the reason', async () => {
    const pattern = { includes: ['(a+)+b'], excludes: [] };
    await admin.query(`create table many.${'a'.repeat(60)} (id int)`);
    expect(await world.crawl({ rules: { tableFilterPattern: pattern } })).toMatchObject({
      status: 'Failed',
      reason: 'badParameter',
    });
  });
});
