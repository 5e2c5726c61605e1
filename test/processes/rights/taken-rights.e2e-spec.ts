import { freePort } from '@app/embedded';
import { RunningService } from '../../support/running-service';
import { Random } from '../../structure/random';
import { openToBoth, untilServing, type WatchedPort } from '../supervised/kept-connection';
import { RightsChanges, type RightsChange } from './changes';
import { RightsApi } from './rights-api';

/** `SUITE_SIZE=full npm test -- processes taken-rights` for the whole; `RIGHTS_SEED` repeats what is chosen in a run. */
const SIZES: Readonly<Record<string, number>> = { ci: 150, full: 10_000 };
const CHANGES = SIZES[process.env.SUITE_SIZE || 'ci'] ?? 0;
const SEED = Number(process.env.RIGHTS_SEED ?? Date.now() % 1_000_000_007);
/** Changes under way at one time, each of a kind of its own. */
const LANES = 6;
/** After a change: at other processes than the one that made it. */
const READS = 2;
const MOST_MS = 3_600_000;

jest.setTimeout(MOST_MS);

describe(`rights over four processes on two ports (RIGHTS_SEED=${SEED})`, () => {
  let service: RunningService;
  let apis: RightsApi[];
  let changes: RightsChange[];
  const random = new Random(SEED);

  beforeAll(async () => {
    service = await RunningService.start({
      workers: 1,
      environment: { API_PROCESSES: '2', LOG_LEVEL: 'info', DATABASE_POOL_SIZE: '5' },
    });
    const port = String(await freePort());
    await service.startApi('api-2', port);
    const { token } = await service.client();
    const ports: WatchedPort[] = [
      { baseUrl: service.baseUrl, log: () => service.output('api') },
      { baseUrl: `http://${service.environment.HOST}:${port}`, log: () => service.output('api-2') },
    ];
    apis = [];
    for (const each of ports) {
      await untilServing(each, 2);
      const byPid = await openToBoth(each, 2);
      apis.push(...[...byPid.values()].map(([connection]) => new RightsApi(connection!, token)));
    }
    expect(new Set(apis.map(({ pid }) => pid)).size).toBe(4);
    changes = await RightsChanges.on(apis[0]!);
  });
  afterAll(() => service?.stop());

  /** One change and reads at other processes right after it was acknowledged; what was stale. */
  async function changed(change: RightsChange): Promise<object[]> {
    const writer = random.of(apis) as RightsApi;
    const { token, may, reads } = await change.next(writer);
    const stale: object[] = [];
    for (let at = 0; at < READS; at++) {
      const reader = random.of(apis.filter((api) => api !== writer)) as RightsApi;
      const read = random.of(reads)!;
      const shows = await read.shows(reader, token);
      if (shows !== may) stale.push({ change: change.name, read: read.name, may, at: reader.pid, by: writer.pid });
    }
    const [own] = reads;
    if ((await own!.shows(writer, token)) !== may) stale.push({ change: change.name, may, by: writer.pid });
    return stale;
  }

  it('are everywhere what the last acknowledged change made them', async () => {
    const stale: object[] = [];
    const kinds = new Set<string>();
    let left = CHANGES;
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const own = changes.filter((_change, at) => at % LANES === lane);
      while (left-- > 0) {
        const change = random.of(own)!;
        kinds.add(change.name);
        stale.push(...(await changed(change)));
      }
    });
    await Promise.all(lanes);
    expect({ stale: stale.length, first: stale.slice(0, 10) }).toEqual({ stale: 0, first: [] });
    expect(kinds.size).toBe(changes.length);
  });
});
