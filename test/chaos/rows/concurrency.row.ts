import { makeContracts, resultsOf } from '../../support/chaos/chaos-catalog';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { SIZE } from '../../support/chaos/chaos-size';
import { History } from '../../support/chaos/history';
import { findBroken } from '../../support/chaos/invariants';
import { quantile, Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';
import { expectWhole, NOTHING_BROKEN } from '../../support/chaos/verdict';

/** Bounds that catch what waits for something else, on a busy machine as well; what was seen is told. */
const ANSWERED_MS = 20_000;
const LONGEST_START_MS = 10_000;
const PATIENCE_MS = 120_000;

/** Many want runs at the same time. */
export function concurrencyRow(stackOf: () => ChaosStack): void {
  const prepare = async (count: number) => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    return { stack, client, contracts: await makeContracts(client, count), history: new History(client, false) };
  };
  const crowd = (history: History, contract: string, prefer: string) =>
    Promise.all(Array.from({ length: SIZE.crowd }, () => history.validate(contract, Date.now() + PATIENCE_MS, prefer)));

  it(`${SIZE.crowd} validates at once: one run while no worker has claimed it, else few, each later than its request`, async () => {
    const { stack, client, contracts, history } = await prepare(1);
    const [contract = ''] = contracts;
    const tally = new Tally(`${stack.backend} ${SIZE.crowd} validates at once`, ['joined', 'runs while claimed']);
    const queued = await crowd(history, contract, 'respond-async');
    expect(new Set(queued.map(({ id }) => id)).size).toBe(1);
    await stack.startWorker();
    await until(
      'the first run',
      PATIENCE_MS,
      () => stack.journal.openRuns(),
      (open) => open === 0,
    );
    const from = history.calls.length;
    const answered = await crowd(history, contract, 'wait=60');
    const took = history.calls.slice(from).map(({ tookMs }) => tookMs);
    const p99 = quantile(took, 0.99);
    tally.add('joined', history.joined);
    tally.close({
      'runs while claimed': new Set(answered.map(({ id }) => id)).size,
      p50Ms: quantile(took, 0.5),
      p99Ms: p99,
    });
    await expectWhole(stack, client, history, contracts);
    expect(p99).toBeLessThanOrEqual(ANSWERED_MS);
  });

  it(`a batch of ${SIZE.batch} ends, tells the truth on its way, and delays no run that somebody waits for`, async () => {
    const { stack, client, contracts, history } = await prepare(SIZE.batch);
    const [own = ''] = await makeContracts(client, 1);
    await stack.startWorker();
    const { id } = await client.must<{ id: string }>('POST', '/dataContracts/validations', { contractIds: contracts });
    const tally = new Tally(`${stack.backend} batch of ${SIZE.batch}`, ['looks on the way', 'runs meanwhile']);
    const starts: number[] = [];
    let done = 0;
    for (let isEnded = false; !isEnded;) {
      const progress = await client.must<Progress>('GET', `/dataContracts/validations/${id}`);
      const sum = Object.values(progress.byStatus).reduce((total, n) => total + n, 0);
      const over = sum - (progress.byStatus['Queued'] ?? 0) - (progress.byStatus['Running'] ?? 0);
      expect([progress.total, sum]).toEqual([SIZE.batch, SIZE.batch]);
      expect(over).toBeGreaterThanOrEqual(done);
      expect(progress.ended).toBe(over === SIZE.batch);
      done = over;
      isEnded = progress.ended;
      if (isEnded) break;
      tally.add('looks on the way');
      const { id: run } = await history.validate(own, Date.now() + PATIENCE_MS, 'wait=60');
      starts.push(await startedAfter(stack, run, history.accepted.at(-1)!.sentAt));
    }
    tally.add('runs meanwhile', starts.length);
    const shown = await resultsOf(client, contracts);
    expect([shown.length, new Set(shown.map(({ id: result }) => result)).size]).toEqual([SIZE.batch, SIZE.batch]);
    expect(shown.filter(({ contractExecutionStatus }) => contractExecutionStatus !== 'Success')).toEqual([]);
    const ownRuns = await resultsOf(client, [own]);
    const steps = await stack.journal.steps();
    const claims = await stack.journal.claims();
    expect(findBroken(history.accepted, steps, [...shown, ...ownRuns], claims)).toEqual(NOTHING_BROKEN);
    const longest = Math.round(Math.max(...starts));
    tally.close({ longestStartMs: longest, p50StartMs: quantile(starts, 0.5) });
    expect(longest).toBeLessThanOrEqual(LONGEST_START_MS);
  });
}

interface Progress {
  readonly total: number;
  readonly byStatus: Record<string, number>;
  readonly ended: boolean;
}

/** From the request to the start of its run, in ms. */
async function startedAfter(stack: ChaosStack, run: string, sentAt: number): Promise<number> {
  return (await stack.journal.claims()).find(({ id }) => id === run)!.at - sentAt;
}
