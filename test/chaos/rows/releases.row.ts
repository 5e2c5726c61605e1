import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull } from '../../support/chaos/chaos-size';
import type { ChaosProcess } from '../../support/chaos/stack/chaos-process';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { History } from '../../support/chaos/history';
import { OldRelease } from '../../support/chaos/stack/old-release';
import { describeUnless } from '../../support/unless-refused';
import { Tally } from '../../support/chaos/tally';
import { pooled } from '../../support/chaos/until';
import { expectWhole } from '../../support/chaos/verdict';

const CONTRACTS = 40;
/** Validations by each API, before and after the old worker dies. */
const RUNS = 200;
const CLIENTS = 4;
const PATIENCE_MS = 60_000;

/** The release before this one, while it is being replaced. Building it takes long, so it is part of a full run only. */
export function releasesRow(stackOf: () => ChaosStack): void {
  const refusal = isFull ? OldRelease.refusal() : 'part of CHAOS_SIZE=full';

  describeUnless(refusal, 'side by side', () => {
    let old: OldRelease;
    let oldApi: ChaosProcess | undefined;
    beforeAll(() => void (old = OldRelease.build()));
    afterAll(() => old?.remove());
    afterEach(async () => {
      await oldApi?.end('SIGTERM');
      await oldApi?.drop();
    });

    it('an API and a worker of each work together and take over from each other', async () => {
      const stack = stackOf();
      await stack.journal.clear();
      oldApi = await stack.startOtherApi(old.dist);
      const clients = [await stack.client(), await stack.client(oldApi)];
      const contracts = (await Promise.all(clients.map((client) => makeContracts(client, CONTRACTS)))).flat();
      const histories = clients.map((client) => new History(client));
      const ask = () =>
        Promise.all(
          histories.map((history, offset) =>
            pooled(RUNS, CLIENTS, (i) =>
              history.validate(
                contracts[(i * 2 + offset) % contracts.length]!,
                Date.now() + PATIENCE_MS,
                i % 3 ? 'respond-async' : 'wait=5',
              ),
            ),
          ),
        );
      const few = { WORKER_CONCURRENCY: '3' };
      const [oldWorker, newWorker] = [await stack.startWorker(few, old.dist), await stack.startWorker(few)];
      await ask();
      const later = ask();
      await stack.endWorker(oldWorker);
      const lastOld = await stack.startWorker(few, old.dist);
      await stack.endWorker(newWorker);
      await later;
      const accepted = histories.flatMap((history) => history.accepted);
      for (const client of clients) await expectWhole(stack, client, { accepted }, contracts);

      const claims = await stack.journal.claims();
      const by = (...workers: ChaosProcess[]) =>
        claims.filter(({ pid }) => workers.some((worker) => worker.pid === pid)).length;
      const tally = new Tally(`${stack.backend} ${old.commit} beside this`, [
        'claimed by the old',
        'claimed by the new',
        'accepted',
      ]);
      tally.close({
        'claimed by the old': by(oldWorker, lastOld),
        'claimed by the new': by(newWorker),
        accepted: accepted.length,
        retaken: claims.filter(({ attempt }) => attempt > 1).length,
      });
      expect(oldApi.ending).toBeUndefined();
    });
  });
}
