import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { CrawlWorld } from './crawl-world';

describe('a crawl of all databases of a PostgreSQL', () => {
  let world: CrawlWorld;
  let names: string[];
  let made: Awaited<ReturnType<typeof createTestDatabase>>[];

  beforeAll(async () => {
    made = [await createTestDatabase('template0'), await createTestDatabase('template0')];
    names = made.map(({ adminUrl }) => new URL(adminUrl).pathname.slice(1));
    for (const [at, { adminUrl }] of made.entries())
      await run(adminUrl, `create table public.t${at} (id int primary key)`);
    const { hostname, port, username, password } = new URL(made[0]!.adminUrl);
    world = await CrawlWorld.open('Postgres', {
      ...{
        hostPort: `${hostname}:${port}`,
        username,
        database: names[0],
        sslMode: 'disable',
        ingestAllDatabases: true,
      },
      authType: { password: decodeURIComponent(password) || 'x' },
    });
  });

  afterAll(async () => {
    await world?.close();
    await Promise.all(made.map(({ drop }) => drop()));
  });

  async function run(url: string, text: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  // The server has those of other tests as well.
  const rules = () => ({ databaseFilterPattern: { includes: names.map((name) => `${name}$`), excludes: [] } });

  it('reads each that passes the filters by a session of its own', async () => {
    const { status, counts, warnings } = await world.crawl({ rules: rules() });
    expect([status, warnings]).toEqual(['Success', []]);
    expect(counts).toMatchObject({ databases: 2, schemas: 2, tables: 2, created: 2 });
    for (const [at, name] of names.entries())
      expect(await world.table(name, 'public', `t${at}`)).toMatchObject({ columns: [{ name: 'id' }] });
    expect((await world.crawl({ rules: rules() })).counts).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
  });

  it('deletes one that is gone with its tables, and no other', async () => {
    await made[1]!.drop();
    const { counts } = await world.crawl({ rules: rules() });
    expect(counts).toMatchObject({ databases: 1, deleted: 1, unchanged: 1 });
    expect(await world.find('database', names[1]!)).toMatchObject({ deleted: true });
    expect(await world.find('table', names[0]!, 'public', 't0')).toMatchObject({ deleted: false });
  });
});
