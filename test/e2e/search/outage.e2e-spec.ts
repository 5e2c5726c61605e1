import { setTimeout as delay } from 'node:timers/promises';
import { BreakableLink, type BreakableServer } from './breakable-link';
import { KilledElasticsearch, missingElasticsearch } from './killed-elasticsearch';
import { describeUnless } from '../../support/unless-refused';
import { ELASTICSEARCH, SearchWorld } from './search-world';

/**
 * Tables written while Elasticsearch is away. `SEARCH_WRITES=5000` for a full run: an Elasticsearch of its own is killed for a
 * minute; else the way to the one of TEST_ELASTICSEARCH_URL is cut.
 */
const WRITES = Number(process.env.SEARCH_WRITES ?? 150);
const IS_FULL = WRITES >= 5_000;
const AWAY_MS = IS_FULL ? 60_000 : 0;
const BLOCK = 50;
const REFUSED_MS = 1_000;
const CAUGHT_UP_MS = 60_000;

const missing = IS_FULL
  ? missingElasticsearch
  : ELASTICSEARCH === undefined
    ? 'TEST_ELASTICSEARCH_URL is not set'
    : undefined;

describeUnless(missing, 'Elasticsearch away during writes', () => {
  let world: SearchWorld;
  let server: BreakableServer;

  beforeAll(async () => {
    server = IS_FULL ? await KilledElasticsearch.start() : await BreakableLink.to(String(ELASTICSEARCH));
    world = await SearchWorld.start(server.url);
    await world.client.must('POST', '/services/databaseServices', { name: 'sea', serviceType: 'Postgres' });
    await world.client.must('POST', '/databases', { name: 'db', service: 'sea' });
    await world.client.must('POST', '/databaseSchemas', { name: 'pub', database: 'sea.db' });
    await putTables(0, BLOCK);
    await world.client.must('PUT', '/glossaries?refresh=wait_for', { name: 'settled', description: 'all before it' });
  }, 240_000);
  afterAll(async () => {
    await world?.stop();
    await server?.close();
  });

  /** The longest of the writes, in ms. */
  async function putTables(from: number, to: number, pauseMs = 0): Promise<number> {
    let longest = 0;
    for (let at = from; at < to; at += BLOCK) {
      const entities = Array.from({ length: Math.min(BLOCK, to - at) }, (_, i) => ({
        name: `wave_${at + i}`,
        databaseSchema: 'sea.db.pub',
        columns: [{ name: 'id', dataType: 'INT' }],
      }));
      const start = performance.now();
      const { status } = await world.client.put('/tables/bulk', { entities });
      longest = Math.max(longest, performance.now() - start);
      expect(status).toBe(200);
      await delay(pauseMs);
    }
    return longest;
  }

  const ask = () => world.ask({ q: 'name:wave', index: 'table', size: 0, include_aggregations: false });

  const indexed = async (): Promise<number | undefined> => {
    const { status, body } = await ask();
    return status === 200 ? body.hits.total?.value : undefined;
  };

  /** Searches, once at least, until then. The longest of them, in ms. */
  async function refusals(untilMs: number): Promise<number> {
    let longest = 0;
    do {
      const start = performance.now();
      const refused = await ask();
      longest = Math.max(longest, performance.now() - start);
      expect([refused.status, refused.body.message]).toEqual([503, expect.stringMatching(/search/i)]);
      expect(JSON.stringify(refused.body)).not.toMatch(/127\.0\.0\.1|:\d{4,5}\b/);
      expect(refused.headers.get('retry-after')).toBeTruthy();
      await delay(AWAY_MS / 200);
    } while (Date.now() < untilMs);
    return longest;
  }

  it('only search stops, and soon after its return the index is equal to the catalog', async () => {
    expect(await indexed()).toBe(BLOCK);
    await server.cut();
    const away = Date.now();
    const writing = putTables(BLOCK, WRITES, (AWAY_MS * BLOCK) / WRITES);
    const longestRefusal = await refusals(away + AWAY_MS);
    expect(longestRefusal).toBeLessThan(REFUSED_MS);
    const ready = await fetch(`${world.service.baseUrl}/readyz`);
    expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([200, 'degraded']);
    const longestWrite = await writing;
    await world.client.must('DELETE', `/tables/name/sea.db.pub.wave_0`);

    await server.mend();
    const back = Date.now();
    while ((await indexed()) !== WRITES - 1 && Date.now() < back + CAUGHT_UP_MS) await delay(100);
    const behindMs = Date.now() - back;
    expect(await indexed()).toBe(WRITES - 1);
    expect(await world.check()).toMatch(/0 missing, 0 different, 0 surplus/);
    if (IS_FULL)
      console.info(
        `away ${back - away} ms; longest refusal ${longestRefusal.toFixed(0)} ms, longest write of ${BLOCK} ${longestWrite.toFixed(0)} ms; equal ${behindMs} ms after its return`,
      );
  }, 480_000);
});
