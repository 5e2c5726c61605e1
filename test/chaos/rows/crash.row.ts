import { makeContracts } from '../../support/chaos/chaos-catalog';
import type { ChaosProcess } from '../../support/chaos/stack/chaos-process';
import { isFull, SIZE } from '../../support/chaos/chaos-size';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { History } from '../../support/chaos/history';
import { quantile, Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';
import {
  API_MOMENTS,
  DEEDS,
  failpointOf,
  meet,
  nameOf,
  stands,
  WORKER_MOMENTS,
  type Deed,
  type Window,
} from '../../support/chaos/window';
import { expectWhole } from '../../support/chaos/verdict';

/** Clients at work at once. */
const CLIENTS = 6;
/** Workers at once of which each is on its way to a window, beside one that nothing happens to. */
const SLOTS = 2;
/** How long the work may take to reach a window, in ms. */
const REACHED_MS = 60_000;
/** How long a client repeats what was not answered, in ms. */
const PATIENCE_MS = 120_000;
/** From the death of a worker to the next claim of a run that it had (design of reliability), p99 in ms. */
const PICK_UP_MS = 15_000;

const deeds: readonly Deed[] = isFull ? DEEDS : ['kill', 'zombie', 'cut-database', 'cut-queue'];
const windows = (moments: readonly Window['moment'][]): Window[] =>
  moments.flatMap((moment) => deeds.map((deed) => ({ moment, deed })));

/** Every window of the run's life is met with every fault while clients ask for validations. */
export function crashRow(stackOf: () => ChaosStack): void {
  it(`loses, doubles and turns back nothing in ${SIZE.validations} validations, whoever dies when`, async () => {
    const storm = await Storm.over(stackOf());
    await storm.run();
    await storm.judge();
  });
}

class Storm {
  private readonly deaths = new Map<number, number>();
  private readonly left = windows(WORKER_MOMENTS);
  private readonly tally: Tally;
  private isOver = false;
  private isBroken = false;

  private constructor(
    private readonly stack: ChaosStack,
    private readonly contracts: readonly string[],
    private readonly history: History,
  ) {
    const met = windows([...WORKER_MOMENTS, ...API_MOMENTS]).map(nameOf);
    this.tally = new Tally(`${stack.backend} crash`, [...met, 'retaken', 'fenced', 'replayed', 'broken', 'conflict']);
  }

  static async over(stack: ChaosStack): Promise<Storm> {
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, SIZE.contracts);
    await stack.startWorker();
    return new Storm(stack, contracts, new History(client));
  }

  async run(): Promise<void> {
    const clients = Array.from({ length: CLIENTS }, (_, i) => this.ask(i));
    const faults = [
      ...Array.from({ length: SLOTS }, () => this.workerWindows()),
      this.apiWindows(),
      this.killAtChance(SIZE.kills),
    ];
    const over = Promise.all(faults).then(
      () => void (this.isOver = true),
      (error: unknown) => {
        // A fault that could not be done must not leave the clients asking for ever.
        this.isBroken = true;
        throw error;
      },
    );
    await Promise.all([over, ...clients]);
  }

  async judge(): Promise<void> {
    const client = await this.stack.client();
    const [{ resultId, contractId } = { resultId: '', contractId: '' }] = this.history.accepted;
    await expectWhole(this.stack, client, this.history, this.contracts);
    const { status } = await client.post(`/dataContracts/${contractId}/results/${resultId}/cancel`);
    if (status === 409) this.tally.add('conflict');
    const pickUps = await this.pickUps();
    this.tally.add('retaken', pickUps.length);
    this.tally.add('replayed', this.history.replayed);
    this.tally.add('broken', this.history.answers()['broken'] ?? 0);
    await this.expectGivenUpsToBeRight();
    const p99 = quantile(pickUps, 0.99);
    this.tally.close({ accepted: this.history.accepted.length, joined: this.history.joined, pickUpP99Ms: p99 });
    expect(p99).toBeLessThanOrEqual(PICK_UP_MS);
  }

  private async ask(client: number): Promise<void> {
    const isWanted = () => !this.isOver || this.history.accepted.length < SIZE.validations;
    for (let i = client; !this.isBroken && isWanted(); i += CLIENTS) {
      const contract = this.contracts[i % this.contracts.length]!;
      await this.history.validate(contract, Date.now() + PATIENCE_MS, i % 3 ? 'respond-async' : 'wait=5');
    }
  }

  private async workerWindows(): Promise<void> {
    for (let window = this.left.shift(); window; window = this.left.shift()) {
      const worker = await this.stack.startWorker({ FAILPOINTS: failpointOf(window, 3) });
      if (await stands(worker, REACHED_MS)) {
        await meet(this.stack, worker, window.deed);
        this.tally.add(nameOf(window));
      }
      await this.leave(worker, window);
    }
  }

  /** A zombie between computing and writing finds its fence; whoever was not killed is still there and ends in order. */
  private async leave(worker: ChaosProcess, { moment, deed }: Window): Promise<void> {
    if (worker.ending) {
      this.deaths.set(worker.pid, worker.ending.at);
    } else if (deed === 'zombie' && moment === 'after-compute-before-commit') {
      this.tally.add(
        'fenced',
        await until(
          'a fence',
          REACHED_MS,
          () => worker.counted('fenced'),
          (n) => n > 0,
        ),
      );
    }
    const wasKilled = worker.ending !== undefined;
    await this.stack.endWorker(worker, 'SIGTERM');
    if (wasKilled !== (deed === 'kill') || (!wasKilled && worker.ending?.code !== 0))
      throw new Error(`${moment}:${deed} ended with ${JSON.stringify(worker.ending)}:\n${worker.output}`);
  }

  /** One API after the other: frozen at some requests, killed at a later one. */
  private async apiWindows(): Promise<void> {
    for (const moment of API_MOMENTS) {
      const own = windows([moment]).sort((a, b) => Number(a.deed === 'kill') - Number(b.deed === 'kill'));
      await this.stack.restartApi({ FAILPOINTS: own.map((window, i) => failpointOf(window, 3 + 4 * i)).join() });
      for (const window of own) {
        if (!(await stands(this.stack.api, REACHED_MS))) continue;
        // The run that it has just committed is done without it.
        if (window.deed === 'zombie')
          await until(
            'a zombie is not waited for',
            REACHED_MS,
            () => this.stack.journal.openRuns(),
            (n) => n === 0,
          );
        await meet(this.stack, this.stack.api, window.deed);
        this.tally.add(nameOf(window));
      }
    }
    await this.stack.restartApi({});
  }

  private async killAtChance(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      const worker = await this.stack.startWorker();
      const hasWork = async () => (await this.stack.journal.claims()).some(({ pid }) => pid === worker.pid);
      await until('a worker at work', REACHED_MS, hasWork, Boolean);
      await new Promise((at) => setTimeout(at, Math.random() * 200));
      await this.stack.endWorker(worker);
      this.deaths.set(worker.pid, worker.ending!.at);
      this.tally.add('killed');
    }
  }

  /** How long the runs of dead workers lay about, in ms each. */
  private async pickUps(): Promise<number[]> {
    const last = new Map<string, number>();
    const waits: number[] = [];
    for (const { id, pid, at } of await this.stack.journal.claims()) {
      const death = this.deaths.get(last.get(id) ?? 0);
      if (death) waits.push(Math.max(0, at - death));
      last.set(id, pid);
    }
    return waits;
  }

  /** Aborted is only what crashed three times, the last time alone. */
  private async expectGivenUpsToBeRight(): Promise<void> {
    const aborted = (await this.stack.journal.steps()).filter(({ is }) => is === 'Aborted').map(({ id }) => id);
    const crashes = new Map((await this.stack.journal.claims()).map((claim) => [claim.id, claim.crashes]));
    expect(aborted.filter((id) => crashes.get(id) !== 3)).toEqual([]);
    this.tally.add('aborted', aborted.length);
  }
}
