import { randomUUID } from 'node:crypto';
import { EntityWriter } from '@app/catalog';
import { Client } from 'pg';
import { CrawlRepository } from '../../../libs/data/src/crawl/state/crawl.repository';
import { CrawlWriter } from '../../../libs/data/src/crawl/write/crawl-writer';
import { createTestDatabase } from '../../support/embedded-database';
import { CrawlWorld, type Crawled } from './crawl-world';

const SOURCE = `
  create schema sales;
  create table sales.stays (id int primary key);
  create table sales.grows (id int);
  create table sales.returns (id int, a int, b int);
  create table sales.goes (id int)`;

/** Everything that a crawl does to a table happens in one: one comes, one grows, one is back, one goes, one stays. */
const CHANGES = `
  create table sales.comes (id int primary key, other int references sales.stays (id));
  alter table sales.grows add column more text;
  comment on schema sales is 'said later';
  create table sales.returns (id int, a int, b int, c int);
  drop table sales.goes`;

class Crash extends Error {}

describe('a crawl whose worker crashes', () => {
  let world: CrawlWorld;
  let admin: Client;
  let drop: () => Promise<void>;
  let crashAt = Infinity;
  let steps = 0;

  beforeAll(async () => {
    const made = await createTestDatabase('template0');
    drop = made.drop;
    admin = new Client({ connectionString: made.adminUrl });
    await admin.connect();
    await admin.query(SOURCE);
    const { hostname, port, pathname, username, password } = new URL(made.adminUrl);
    const config = { hostPort: `${hostname}:${port}`, username, database: pathname.slice(1), sslMode: 'disable' };
    world = await CrawlWorld.open('Postgres', {
      ...config,
      authType: { password: decodeURIComponent(password) || 'x' },
    });
    const { catalog } = world;
    crashBefore(catalog.part(CrawlWriter), 'create', 'restore', 'remove');
    crashBefore(catalog.part(EntityWriter), 'patch');
    crashBefore(catalog.part(CrawlRepository), 'keep', 'miss');
  });

  afterAll(async () => {
    await world?.close();
    await admin.end();
    await drop();
  });

  /** Each call is a step; the one that is chosen does not take place. */
  function crashBefore<Part extends object>(part: Part, ...methods: (keyof Part)[]): void {
    for (const name of methods) {
      const method = part[name] as (...given: unknown[]) => Promise<unknown>;
      part[name] = (async (...given: unknown[]) => {
        if (++steps === crashAt) throw new Crash();
        return method.apply(part, given);
      }) as Part[typeof name];
    }
  }

  const rules = { schemaFilterPattern: { includes: ['sales'], excludes: [] } };

  const stateOf = async (one: CrawlWorld) => {
    const name = String(one.service.name);
    const all = await one.state();
    return [...all]
      .filter(([key]) => !key.startsWith('databaseService'))
      .map(([key, state]) => `${key} ${state}`.replaceAll(name, 'src'));
  };

  it('ends in the same state with the same counts, wherever it crashed', async () => {
    const worlds: CrawlWorld[] = [];
    for (let at = 0; at <= MOST_STEPS; at++) worlds.push(await world.another(`svc${at}`));
    for (const one of worlds) await one.crawl({ rules });
    await admin.query('drop table sales.returns');
    for (const one of worlds) await one.crawl({ rules });
    await admin.query(CHANGES);
    const [whole, ...others] = worlds;
    steps = 0;
    const expected = await whole!.crawl({ rules });
    const total = steps;
    expect(expected.counts).toMatchObject({ created: 1, updated: 1, restored: 1, deleted: 1, unchanged: 1 });
    expect(total).toBeLessThanOrEqual(MOST_STEPS);
    const state = await stateOf(whole!);
    for (const [at, one] of others.slice(0, total).entries()) {
      const run = { id: randomUUID(), startedAt: await one.catalog.database.now() };
      steps = 0;
      crashAt = at + 1;
      await expect(one.crawl({ rules, run: { ...run, attempts: 1 } })).rejects.toThrow(Crash);
      crashAt = Infinity;
      const again: Crawled = await one.crawl({ rules, run: { ...run, attempts: 2 } });
      expect([at, again.status, again.counts]).toEqual([at, expected.status, expected.counts]);
      expect(await stateOf(one)).toEqual(state);
      // And the next one has nothing to do.
      expect((await one.crawl({ rules })).counts).toMatchObject({
        unchanged: 4,
        created: 0,
        updated: 0,
        restored: 0,
        deleted: 0,
      });
    }
  });
});

const MOST_STEPS = 16;
