import { randomBytes } from 'node:crypto';
import type { HealthReport } from '@app/common';
import { makeContracts } from '../../support/chaos/chaos-catalog';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { isFull } from '../../support/chaos/chaos-size';
import { BACK_MS, Load } from '../../support/chaos/load';
import { SmallDisk } from '../../support/chaos/stack/small-disk';
import { Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';
import type { RestClient } from '../../support/rest-client';
import { itUnless } from '../../support/unless-refused';
import { expectWhole } from '../../support/chaos/verdict';

const CONTRACTS = isFull ? 16 : 4;
const PATIENCE_MS = 60_000;
/** Until processes know that write nothing, in ms; by themselves they would look every 30 s. */
const TOLD_MS = 10_000;
/** Each of every kind, while there is no room. */
const READS = isFull ? 50 : 10;
/** Too long to find room in a page that is there, and of chance, so that nothing can compress it. */
const LONG = randomBytes(100_000).toString('hex');

/** The disk of the tables is full. */
export function diskRow(stackOf: () => ChaosStack): void {
  const refusal = SmallDisk.refusal();
  const title = 'that is full: reads work, writes are refused, and all is well when there is room again';

  itUnless(refusal, title, async () => {
    const stack = stackOf();
    const tally = new Tally(`${stack.backend} disk full`, ['refused', 'runs refused', 'read']);
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, CONTRACTS);
    const worker = await stack.startWorker();
    await stack.server.onSmallDisk(async (disk) => {
      await ready(stack);
      // Nobody asks it for anything.
      const idle = await stack.startOtherApi();
      await ready({ api: idle });
      const load = new Load(client, contracts);
      const clients = load.begin();
      await load.underWay();
      disk.fill();
      const from = Date.now();
      tally.add('refused', await refusedPatches(client, contracts));
      const toldFrom = Date.now();
      await saysSo(idle, 200, 'degraded', TOLD_MS);
      const toldMs = Date.now() - toldFrom;
      await until(
        'runs that are refused',
        PATIENCE_MS,
        () => load.history.answers()['503'] ?? 0,
        (count) => count > 0,
      );
      tally.add('read', await reads(client, contracts));
      expect((await stack.api.get('/livez')).status).toBe(200);
      await saysSo(stack.api, 200, 'degraded');
      await saysSo(worker, 503, 'not ready');
      const fullMs = Date.now() - from;
      // Those that start meanwhile say the same, and go on with the others.
      const late = [await stack.startOtherApi(), await stack.startWorker({}, undefined, '/livez')] as const;
      await saysSo(late[0], 200, 'degraded');
      await saysSo(late[1], 503, 'not ready');
      // What the server gave back, such as a file of a write that failed, is no room for the probe of the product.
      expect(disk.free).toBeLessThan(1024 * 1024);
      await load.recovered(() => Promise.resolve(disk.empty()));
      for (const process of [idle, ...late]) await ready({ api: process });
      // Reads never ceased to be answered: writes are when the parts say so.
      await ready(stack);
      await load.end(clients);
      for (const process of [stack.api, worker, idle, ...late]) process.mustLive();
      for (const api of [idle, late[0]]) {
        await api.end('SIGTERM');
        await api.drop();
      }
      await expectWhole(stack, client, load.history, contracts);
      const { 503: refused = 0, 200: _read, 202: _accepted, ...others } = load.history.answers();
      expect(others).toEqual({});
      tally.add('runs refused', refused);
      const longest = Math.max(...load.history.calls.map(({ tookMs }) => tookMs));
      tally.close({ fullMs, toldMs, backMs: load.backMs, longestMs: longest });
      expect(longest).toBeLessThanOrEqual(BACK_MS);
    });
    await ready(stack);
  });
}

async function ready(stack: Pick<ChaosStack, 'api'>): Promise<void> {
  await until(
    'ready',
    BACK_MS,
    async () => ((await (await stack.api.get('/readyz')).json()) as { status: string }).status,
    (status) => status === 'ready',
  );
}

/** The part names the disk as what is wrong: one that had nothing to write, or that starts, once it has looked. */
async function saysSo(
  part: Pick<ChaosStack['api'], 'get'>,
  code: number,
  status: string,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const told = async () => {
    const answer = await part.get('/readyz');
    return [answer.status, (await answer.json()) as HealthReport] as const;
  };
  const named = ({ status: said, parts }: HealthReport) => said === status && parts.disk?.ready === false;
  const answer = await until('the disk is named', withinMs, told, ([, body]) => named(body));
  const disk = { ready: false, reason: expect.stringContaining('disk') };
  expect(answer).toMatchObject([code, { status, parts: { database: { ready: true }, disk } }]);
}

/** Each write is made as a whole or refused with the time to come again; the last one is refused. */
async function refusedPatches(client: RestClient, contracts: readonly string[]): Promise<number> {
  let refused = 0;
  for (const contract of contracts) {
    const patch = [{ op: 'add', path: '/description', value: LONG }];
    const answer = await client.patch(`/dataContracts/${contract}`, patch);
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 200) continue;
    expect(answer.headers.get('retry-after')).toBeTruthy();
    expect(answer.body).toMatchObject({ message: expect.stringContaining('disk of the database is full') });
    refused++;
  }
  return refused;
}

/** All of them work. */
async function reads(client: RestClient, contracts: readonly string[]): Promise<number> {
  const paths = (contract: string) => [
    `/dataContracts/${contract}`,
    `/dataContracts/${contract}/results?limit=10`,
    '/tables?limit=10',
    '/search/query?q=t1&index=table&size=5',
  ];
  let count = 0;
  for (let i = 0; i < READS; i++) {
    for (const path of paths(contracts[i % contracts.length]!)) {
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
      count++;
    }
  }
  return count;
}
