import { connect, type Socket } from 'node:net';
import { WatchedApi } from '../measure/watched-api';

jest.setTimeout(300_000);

const MIB = 1024 * 1024;
const CONNECTIONS = 40;
const ANNOUNCED = 62 * MIB;
const SENT = 60 * MIB;
/** The budget of bodies that are being received, and what the process takes besides. */
const MOST_GROWTH_MB = 256 + 128;

/** Sends most of a body and stalls; what was answered when the connection ends. */
function stall(api: WatchedApi, sockets: Socket[]): Promise<string> {
  const { hostname, port } = new URL(api.service.baseUrl);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.write(
    `PUT /api/v1/tables/bulk HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.admin.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${ANNOUNCED}\r\n\r\n`,
  );
  const piece = Buffer.alloc(MIB, ' ');
  let sent = 0;
  const go = (): void => {
    while (sent < SENT && !socket.destroyed) {
      sent += MIB;
      if (!socket.write(piece)) return;
    }
  };
  socket.on('drain', go);
  go();
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (data: string) => {
      text += data;
      // A 503 leaves the connection open; that it is answered is enough.
      if (text.includes('\r\n\r\n')) resolve(text);
    });
    socket.on('error', () => resolve(text)).on('close', () => resolve(text));
  });
}

describe('many bodies that stall before their end', () => {
  let api: WatchedApi;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    api = await WatchedApi.start();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api.stop();
  });

  it('take no more memory than the budget, are ended, and leave room to others', async () => {
    const { cost, result } = await api.during(async () => {
      const answers = Array.from({ length: CONNECTIONS }, () => stall(api, sockets));
      const small = await api.admin.post('/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
      expect(small.status).toBe(201);
      return Promise.all(answers);
    });
    const statuses = result.map((text) => text.split(' ')[1]);
    expect(new Set(statuses)).toEqual(new Set(['408', '503']));
    const refused = result.find((text) => text.startsWith('HTTP/1.1 503'));
    expect(refused).toMatch(/retry-after: \d+/i);
    expect(refused).toContain('Too many request bodies are being received');
    expect(cost.growthMb).toBeLessThan(MOST_GROWTH_MB);
  });
});
