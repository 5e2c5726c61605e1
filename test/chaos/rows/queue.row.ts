import { makeContracts } from '../../support/chaos/chaos-catalog';
import type { HealthReport } from '@app/common';
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
    const tally = new Tally(`${stack.backend} queue emptied`, ['jobs lost']);
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
    tally.close({ tookMs });
  });

  it('that is away: requests are accepted all the same, and done meanwhile', async () => {
    const world = await prepare();
    const { stack, client, contracts, history } = world;
    const tally = new Tally(`${stack.backend} queue away`, ['accepted', 'degraded']);
    const worker = await stack.startWorker();
    for (const process of [stack.api, worker]) process.cut('queue');
    await stack.redis?.down();
    await accept(world);
    // The worker finds runs in the table all the same: some have ended before they are answered.
    const { 202: accepted = 0, 200: ended = 0, ...others } = history.answers();
    expect(others).toEqual({});
    expect(accepted + ended).toBe(RUNS);
    tally.add('accepted', accepted + ended);
    // It goes on serving, so a balancer must not take it away.
    await until(
      'the API says so',
      PATIENCE_MS,
      async () => {
        const answer = await stack.api.get('/readyz');
        return { code: answer.status, ...((await answer.json()) as HealthReport) };
      },
      ({ code, status, parts }) => code === 200 && status === 'degraded' && parts.queue?.ready === false,
    );
    tally.add('degraded');
    expect((await stack.api.get('/livez')).status).toBe(200);
    expect((await client.get('/tables?limit=1')).status).toBe(200);
    await until(
      'all runs have ended without it',
      WHOLE_MS,
      () => stack.journal.openRuns(),
      (open) => open === 0,
    );
    await stack.redis?.up();
    for (const process of [stack.api, worker]) process.heal();
    await expectWhole(stack, client, history, contracts);
    tally.close();
  });

  it('that would evict jobs is named, makes the processes unready, and gives no jobs until it is mended', async () => {
    const { stack, client, contracts, history } = await prepare();
    const { redis, api, backend } = stack;
    if (!redis) return expect(backend).toBe('postgres');
    const worker = await stack.startWorker();
    const bothSay = (what: string, code: number) =>
      until(
        what,
        PATIENCE_MS,
        () => Promise.all([api, worker].map((process) => process.get('/readyz'))),
        (answers) => answers.every(({ status }) => status === code),
      );
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      const said = await bothSay('unready', 503);
      for (const answer of said) expect(await answer.text()).toContain('allkeys-lru');
      await until(
        'the worker takes no jobs',
        PATIENCE_MS,
        async () => (await worker.get('/readyz')).text(),
        (text) => text.includes('not consumed'),
      );
      await history.validate(contracts[0]!, Date.now() + PATIENCE_MS);
      await new Promise((wake) => setTimeout(wake, 3_000));
      expect(await stack.journal.openRuns()).toBe(1);
    } finally {
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    }
    await bothSay('ready again', 200);
    await expectWhole(stack, client, history, contracts.slice(0, 1));
  });
}
