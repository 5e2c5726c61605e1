import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MOST_HOLD_MS } from '../measure/hold-limit';
import { WatchedApi } from '../measure/watched-api';

jest.setTimeout(300_000);

const KIB = 1024;
const TABLES = 1_000;
/** A page of all is larger than what the system takes for a reader who reads nothing. */
const DESCRIPTION = 'x'.repeat(12 * KIB);
const PAGE = `/api/v1/tables?limit=${TABLES}&fields=*`;
/** One page while it is made. */
const MOST_GROWTH_OF_ONE_MB = 160;
/** The budget of unread answers. */
const MOST_UNREAD = 256 * KIB * KIB;
/** A connection that brings nothing for so long has brought all. */
const QUIET_MS = 1_000;
const READERS = 60;

describe('answers that nobody reads', () => {
  let api: WatchedApi;
  let sockets: Socket[] = [];
  beforeAll(async () => {
    api = await WatchedApi.start();
    const { admin } = api;
    await admin.post('/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await admin.post('/databases', { name: 'db', service: 'shop' });
    await admin.post('/databaseSchemas', { name: 'sales', database: 'shop.db' });
    const tables = Array.from({ length: TABLES }, (_, at) => ({
      name: `t${at}`,
      databaseSchema: 'shop.db.sales',
      description: DESCRIPTION,
      columns: [{ name: 'id', dataType: 'INT' }],
    }));
    expect((await admin.put('/tables/bulk', tables)).status).toBe(200);
    // It is made when it is asked for first.
    await fetch(`${api.service.baseUrl}/openapi.json`);
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(() => api.stop());

  const head = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.admin.token}\r\n\r\n`;

  /** Sends and reads nothing. */
  async function send(bytes: string): Promise<Socket> {
    const { hostname, port } = new URL(api.service.baseUrl);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }

  /** Others are answered meanwhile. */
  async function askForSeconds(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      expect((await api.admin.get('/tables?limit=1')).status).toBe(200);
      await delay(50);
    }
  }

  it.each([
    ['250 pages', () => head(PAGE).repeat(250)],
    ['5,000 pages', () => head(PAGE).repeat(5_000)],
    ['20,000 documents without a token', () => 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20_000)],
  ])('%s on one connection take the memory of one, and hold nobody up', async (_, bytes) => {
    const { cost } = await api.during(async () => {
      await send(bytes());
      await askForSeconds(5);
    });
    expect(cost.growthMb).toBeLessThan(MOST_GROWTH_OF_ONE_MB);
    expect(cost.holdMs).toBeLessThan(MOST_HOLD_MS);
  });

  it('on many connections are ended down to their budget, and those that remain are whole', async () => {
    // One after the other: what many take that are made at one time is another measure.
    for (let at = 0; at < READERS; at += 1) await once(await send(head(PAGE)), 'readable');
    await askForSeconds(5);
    const lengths = await Promise.all(sockets.map(readAll));
    const whole = lengths.filter((bytes) => bytes >= TABLES * DESCRIPTION.length).length;
    expect(whole).toBeGreaterThan(0);
    expect(whole * TABLES * DESCRIPTION.length).toBeLessThan(MOST_UNREAD);
  });
});

/** What came before the connection was ended, or nothing more comes. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  if (!socket.closed) await once(socket, 'close');
  return bytes;
}
