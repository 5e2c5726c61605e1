import { setTimeout as delay } from 'node:timers/promises';
import { BreakableLink } from './breakable-link';
import { ELASTICSEARCH, SearchWorld } from './search-world';

/** Tables written while Elasticsearch is away; `SEARCH_WRITES=5000` for a full run. */
const WRITES = Number(process.env.SEARCH_WRITES ?? 150);
const BLOCK = 50;
const CAUGHT_UP_MS = 60_000;

const why = ELASTICSEARCH ? '' : ' (skipped: TEST_ELASTICSEARCH_URL is not set)';

(ELASTICSEARCH ? describe : describe.skip)(`Elasticsearch away during writes${why}`, () => {
  let world: SearchWorld;
  let link: BreakableLink;

  beforeAll(async () => {
    link = await BreakableLink.to(String(ELASTICSEARCH));
    world = await SearchWorld.start(link.url);
    await world.client.must('POST', '/services/databaseServices', { name: 'sea', serviceType: 'Postgres' });
    await world.client.must('POST', '/databases', { name: 'db', service: 'sea' });
    await world.client.must('POST', '/databaseSchemas', { name: 'pub', database: 'sea.db' });
    await putTables(0, BLOCK);
    await world.settle();
  }, 120_000);
  afterAll(async () => {
    await world?.stop();
    await link?.cut();
  });

  async function putTables(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += BLOCK) {
      const entities = Array.from({ length: Math.min(BLOCK, to - at) }, (_, i) => ({
        name: `wave_${at + i}`,
        databaseSchema: 'sea.db.pub',
        columns: [{ name: 'id', dataType: 'INT' }],
      }));
      const { status } = await world.client.put('/tables/bulk', { entities });
      expect(status).toBe(200);
    }
  }

  const indexed = async (): Promise<number | undefined> => {
    const { status, body } = await world.ask({ q: 'name:wave', index: 'table', size: 0, include_aggregations: false });
    return status === 200 ? body.hits.total?.value : undefined;
  };

  it('only search stops, and soon after its return the index is equal to the catalog', async () => {
    expect(await indexed()).toBe(BLOCK);
    await link.cut();
    await putTables(BLOCK, WRITES);
    await world.client.must('DELETE', `/tables/name/sea.db.pub.wave_0`);
    const refused = await world.ask({ q: 'wave' });
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringMatching(/search/i)]);
    expect(JSON.stringify(refused.body)).not.toMatch(/127\.0\.0\.1|:\d{4,5}\b/);
    expect(refused.headers.get('retry-after')).toBeTruthy();
    const ready = await fetch(`${world.service.baseUrl}/readyz`);
    expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([200, 'degraded']);

    await link.mend();
    const deadline = Date.now() + CAUGHT_UP_MS;
    while ((await indexed()) !== WRITES - 1 && Date.now() < deadline) await delay(100);
    expect(await indexed()).toBe(WRITES - 1);
  }, 180_000);
});
