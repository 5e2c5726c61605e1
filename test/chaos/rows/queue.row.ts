import { makeContracts } from '../../support/chaos/chaos-catalog';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { isFull } from '../../support/chaos/chaos-size';
import { History } from '../../support/chaos/history';
import { Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import { expectWhole } from '../../support/chaos/verdict';

const RUNS = isFull ? 500 : 60;
const AT_ONCE = 10;
/** All that was accepted has ended within this of the loss (design of reliability), in ms. */
const WHOLE_MS = 60_000;
const PATIENCE_MS = 30_000;

/** The queue loses everything, is away, or is set up so that it would lose something. */
export function queueRow(stackOf: () => ChaosStack): void {
  const prepare = async () => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, RUNS);
    return { stack, client, contracts, history: new History(client) };
  };
  const accept = ({ history, contracts }: { history: History; contracts: readonly string[] }) =>
    pooled(contracts.length, AT_ONCE, (i) => history.validate(contracts[i]!, Date.now() + PATIENCE_MS));

  it(`that loses every job ends all ${RUNS} accepted runs within a minute`, async () => {
    const world = await prepare();
    const { stack, client, contracts, history } = world;
    const tally = new Tally(`${stack.backend} queue emptied`, ['jobs lost', 'rung']);
    await accept(world);
    tally.add('jobs lost', await stack.emptyQueue());
    const from = Date.now();
    await stack.startWorker();
    await until(
      'all runs have ended',
      WHOLE_MS,
      () => stack.journal.openRuns(),
      (open) => open === 0,
    );
    const tookMs = Date.now() - from;
    await expectWhole(stack, client, history, contracts);
    tally.add('rung', await stack.journal.rings());
    tally.close({ tookMs });
  });

  it('that is away: requests are accepted all the same, and done when it is back', async () => {
    const world = await prepare();
    const { stack, client, contracts, history } = world;
    const tally = new Tally(`${stack.backend} queue away`, ['accepted', 'unready', 'rung']);
    const worker = await stack.startWorker();
    for (const process of [stack.api, worker]) process.cut('queue');
    await stack.redis?.down();
    await accept(world);
    tally.add('accepted', history.answers()['202']);
    const readiness = await until(
      'the API says so',
      PATIENCE_MS,
      () => stack.api.get('/readyz'),
      ({ status }) => status === 503,
    );
    expect(await readiness.json()).toMatchObject({ parts: { queue: { ready: false }, database: { ready: true } } });
    tally.add('unready');
    expect((await stack.api.get('/livez')).status).toBe(200);
    expect((await client.get('/tables?limit=1')).status).toBe(200);
    expect(Object.keys(history.answers())).toEqual(['202']);
    await stack.redis?.up();
    for (const process of [stack.api, worker]) process.heal();
    await expectWhole(stack, client, history, contracts);
    tally.add('rung', await stack.journal.rings());
    tally.close();
  });

  it('that would evict jobs is named and makes the process unready', async () => {
    const { redis, api, backend } = stackOf();
    if (!redis) return expect(backend).toBe('postgres');
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      const asked = await until(
        'unready',
        PATIENCE_MS,
        () => api.get('/readyz'),
        ({ status }) => status === 503,
      );
      expect(JSON.stringify(await asked.json())).toContain('allkeys-lru');
    } finally {
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    }
    await until(
      'ready again',
      PATIENCE_MS,
      () => api.get('/readyz'),
      ({ status }) => status === 200,
    );
  });
}
