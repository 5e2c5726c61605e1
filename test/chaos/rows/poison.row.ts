import { makeContracts, resultsOf } from '../../support/chaos/chaos-catalog';
import type { ChaosProcess } from '../../support/chaos/stack/chaos-process';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { History } from '../../support/chaos/history';
import { Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import { expectWhole } from '../../support/chaos/verdict';

const RUNS = 6;
const PATIENCE_MS = 60_000;

/** A run that kills whoever touches it, among others that do nothing wrong. */
export function poisonRow(stackOf: () => ChaosStack): void {
  it('is tried alone after its second crash, given up after its third, and takes no neighbour with it', async () => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, RUNS, { sla: { refreshFrequency: 'P1D' } });
    const history = new History(client);
    await pooled(RUNS, RUNS, (i) => history.validate(contracts[i]!, Date.now() + PATIENCE_MS));
    // Twice all of them are in the hands of a worker that dies: nobody can tell which of them it was.
    for (let crash = 0; crash < 2; crash++) await killWithAll(stack);
    const third = await stack.startWorker({ FAILPOINTS: 'after-compute-before-commit=kill@1' });
    await until(
      'a third death',
      PATIENCE_MS,
      () => third.ending?.signal,
      (signal) => signal === 'SIGKILL',
    );
    await stack.startWorker();
    await expectWhole(stack, client, history, contracts);

    const results = await resultsOf(client, contracts);
    const aborted = results.filter(({ contractExecutionStatus }) => contractExecutionStatus === 'Aborted');
    expect(aborted).toMatchObject([{ result: expect.stringContaining('3 times') }]);
    const crashes = new Map((await stack.journal.claims()).map((claim) => [claim.id, claim.crashes]));
    expect(results.map(({ id }) => crashes.get(id)).sort()).toEqual([2, 2, 2, 2, 2, 3]);
    new Tally(`${stack.backend} poison`, ['deaths', 'given up', 'survived']).close({
      deaths: 3,
      'given up': aborted.length,
      survived: RUNS - aborted.length,
    });
  });
}

/** A worker takes all the runs, is held up on its way, and dies. */
async function killWithAll(stack: ChaosStack): Promise<void> {
  await stack.server.session(async (session) => {
    await session.query('begin');
    // What every run with an SLA reads on its way.
    await session.query('lock table observation in access exclusive mode');
    const worker = await stack.startWorker();
    await until(
      'all runs in one hand',
      PATIENCE_MS,
      () => claimedBy(stack, worker),
      (count) => count === RUNS,
    );
    await stack.endWorker(worker);
    await session.query('rollback');
  });
}

async function claimedBy(stack: ChaosStack, { pid }: ChaosProcess): Promise<number> {
  return (await stack.journal.claims()).filter((claim) => claim.pid === pid).length;
}
