import { randomUUID } from 'node:crypto';
import { RunningService } from '../../support/running-service';
import { unique } from '../restart/restart-world';
import { isAlive, type KeptConnection, linesOf, openToBoth, untilServing, type WatchedPort } from './kept-connection';
import { eventually } from '../../support/eventually';
import { metric } from '../../support/metric';

const VERSION = '/api/v1/system/version';
const COUNTED = `http_request_duration_seconds_count{method="GET",route="${VERSION}",status="200"}`;
const LIMIT = 40;

describe('an API of two processes', () => {
  let service: RunningService;
  const port: WatchedPort = { baseUrl: '', log: () => service.output('api') };
  beforeAll(async () => {
    const environment = { API_PROCESSES: '2', LOG_LEVEL: 'info', RATE_LIMIT_PER_PRINCIPAL: String(LIMIT) };
    service = await RunningService.start({ workers: 0, environment });
    Object.assign(port, { baseUrl: service.baseUrl });
    await untilServing(port, 2);
  });
  afterAll(() => service?.stop());

  /** Works with connections to each of the two. */
  async function withBoth<T>(each: number, work: (sides: KeptConnection[][]) => Promise<T>): Promise<T> {
    const byPid = await openToBoth(port, 2 * each);
    try {
      return await work([...byPid.values()]);
    } finally {
      for (const connection of [...byPid.values()].flat()) connection.close();
    }
  }

  it('hands out connections evenly', () =>
    withBoth(4, async (sides) => expect(sides.map((connections) => connections.length)).toEqual([4, 4])));

  it('tells the same of itself on each connection', () =>
    withBoth(1, async (sides) => {
      const answers = await Promise.all(sides.flat().map((connection) => connection.ask(VERSION)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    }));

  it('counts what all its processes did, whichever is asked', () =>
    withBoth(3, async (sides) => {
      const before = await metric(port.baseUrl, COUNTED);
      const sent = sides.flat().flatMap((connection) => Array.from({ length: 50 }, () => connection.ask(VERSION)));
      await Promise.all(sent);
      for (const [connection] of sides) {
        const { text } = await connection!.ask('/metrics');
        expect(text).toContain(`${COUNTED} ${before + 300}\n`);
        expect(text).toMatch(
          /^process_resident_memory_bytes\{process="1"\} \d+\nprocess_resident_memory_bytes\{process="2"\} /m,
        );
        expect(text).toContain('\ndatabase_pool_size{pool="writes"} 20\n');
        expect(text).toContain('\nmetadata_catalog_part_ready{part="database"} 1\n');
        expect(text).toContain('\nmetadata_catalog_api_processes_wanted 2\n');
      }
    }));

  it('limits the requests of a principal over all its processes', () =>
    withBoth(1, async (sides) => {
      const { token } = await service.client(unique('u'), 'DataConsumer');
      const headers = { authorization: `Bearer ${token}` };
      const statuses: (number | undefined)[] = [];
      for (let at = 0; at < LIMIT + 4; at++) {
        const [connection] = sides[at % 2]!;
        statuses.push((await connection!.ask('/api/v1/permissions', { headers })).status);
      }
      expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), 429, 429, 429, 429]);
    }));

  it('knows of changed rights in each process', () =>
    withBoth(1, async (sides) => {
      const [[one], [other]] = sides as [[KeptConnection], [KeptConnection]];
      const name = unique('u');
      const user = await service.client(name, 'DataConsumer');
      const admin = await service.client();
      const bearer = { authorization: `Bearer ${user.token}` };
      const audit = async (connection: KeptConnection) =>
        (await connection.ask('/api/v1/audit?limit=1', { headers: bearer })).status;
      expect([await audit(one), await audit(other)]).toEqual([403, 403]);
      const { id } = (await admin.get<{ id: string }>(`/users/name/${name}`)).body;
      const { status } = await one.ask(`/api/v1/users/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json-patch+json' },
        body: JSON.stringify([{ op: 'add', path: '/isAdmin', value: true }]),
      });
      expect(status).toBe(200);
      expect(await audit(one)).toBe(200);
      expect(await audit(other)).toBe(200);
    }));

  it('goes on where one process is killed, which is started again, and loses no counts that were told', () =>
    withBoth(2, async (sides) => {
      const [killed, staying] = sides as [KeptConnection[], KeptConnection[]];
      const before = await metric(port.baseUrl, COUNTED);
      let isOver = false;
      const statuses: (number | undefined)[] = [];
      const load = staying.map(async (connection) => {
        while (!isOver) statuses.push((await connection.ask(VERSION)).status);
      });
      process.kill(killed[0]!.pid, 'SIGKILL');
      await untilServing(port, 1);
      expect(await metric(port.baseUrl, COUNTED)).toBeGreaterThanOrEqual(before);
      for (let at = 0; at < 10; at++) expect((await fetch(service.baseUrl + VERSION)).status).toBe(200);
      await untilServing(port, 2);
      isOver = true;
      await Promise.all(load);
      expect(statuses.length).toBeGreaterThan(0);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      expect(await metric(port.baseUrl, COUNTED)).toBeGreaterThanOrEqual(before + statuses.length);
      expect(service.output('api')).toMatch(/"msg":"A process was ended by SIGKILL; it starts again in 0.2 s"/);
    }));

  it('writes lines of the log that are whole, each with its process', () => {
    const lines = linesOf(service.output('api')).filter((line) => !line.startsWith('First admin: '));
    const pids = new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid));
    // Both, the one that starts them, and one that was started again.
    expect(pids.size).toBe(4);
  });

  it('ends in order under load: nothing that was sent stays unanswered', async () => {
    const connections = [...(await openToBoth(port, 16)).values()].flat();
    const pids = [...new Set(connections.map(({ pid }) => pid))];
    expect(pids).toHaveLength(2);
    const failures: string[] = [];
    let answered = 0;
    const load = connections.map(async (connection) => {
      for (let isLast = false; !isLast;) {
        const headers = { 'x-request-id': randomUUID() };
        const answer = await connection
          .ask(VERSION, { headers })
          .catch((error: Error) => void failures.push(error.message));
        if (!answer) return;
        if (answer.status === 200) answered++;
        else failures.push(`${answer.status}`);
        isLast = answer.isLast;
      }
    });
    await eventually(
      async () => answered,
      (count) => count > 3_000,
      60_000,
    );
    expect(await service.kill('api', 'SIGTERM')).toBe(0);
    await Promise.all(load);
    expect(failures).toEqual([]);
    expect(pids.filter(isAlive)).toEqual([]);
    connections.forEach((connection) => connection.close());
  });
});
