import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import type { Fence } from './claims';
import type { ClaimedRuns, RunContext, Work } from './work';
import { WorkLanes } from './work-lanes';

/** Runs that wait, and those under way, as the table would have them; what is asked of it is answered when a test lets it. */
class FakeTable {
  waiting = 0;
  made = 0;
  locked = 0;
  isPaused = false;
  isAway = false;
  isQueueAway = false;
  isFull = false;
  claims = 0;
  readonly asked: number[] = [];
  readonly underWay: { readonly context: RunContext; readonly end: () => void }[] = [];
  private readonly answers: (() => void)[] = [];

  constructor(readonly isHeld = false) {}

  add(): void {
    this.waiting++;
    this.made++;
  }

  /** Lets the longest-waiting question be answered. */
  answer(): void {
    this.answers.shift()?.();
  }

  private async held(): Promise<void> {
    if (this.isHeld) await new Promise<void>((resolve) => this.answers.push(resolve));
  }

  readonly claim = async (_lane: string, most: number): Promise<ClaimedRuns<Fence>> => {
    this.asked.push(most);
    // Found before the answer comes: what is added meanwhile is not in it.
    const count = Math.min(most, Math.max(0, this.waiting - this.locked));
    const hasSkipped = count < Math.min(most, this.waiting);
    this.waiting -= count;
    this.claims++;
    await this.held();
    if (this.isAway) {
      this.waiting += count;
      throw new Error('away');
    }
    const runs = Array.from({ length: count }, () => ({ id: 'a', claim: 'b' }));
    return { runs, hasSkipped };
  };

  readonly pauses = async (): Promise<boolean> => {
    const { isPaused, isQueueAway } = this;
    await this.held();
    if (isQueueAway) throw new Error('away');
    return isPaused;
  };

  readonly execute = (_: Fence, context: RunContext): Promise<void> =>
    new Promise((end) => this.underWay.push({ context, end }));
}

const workOf = (table: FakeTable, slots: number): Work<Fence> => ({
  ...{
    name: 'runs',
    kinds: ['a kind'],
    waiting: '',
    channel: 'a channel',
    claimable: 'true',
    graceMs: 0,
    failing: 'none is claimed',
    recovered: 'again',
  },
  ...{ claim: table.claim, execute: table.execute, isPaused: table.pauses, about: () => ({}), kindOf: () => 'a kind' },
  lanes: new Map([['urgent', slots]]),
  readWakeUp: () => ({ lane: 'urgent' }),
});

const queueOf = (table: FakeTable, slots = 3): WorkLanes<Fence, undefined> =>
  new WorkLanes(workOf(table, slots), () => table.isFull);

/** All that follows of itself. */
async function settled(): Promise<void> {
  for (let n = 0; n < 5; n++) await turn();
}

describe('the queue of runs', () => {
  let table: FakeTable;
  let queue: WorkLanes<Fence, undefined>;

  beforeEach(() => {
    Logger.overrideLogger(false);
    table = new FakeTable();
    queue = queueOf(table);
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const { end } of table.underWay) end();
    await queue.stop(0);
  });

  const queued = (count: number) => Array.from({ length: count }, () => table.add());

  it('claims nothing before it is resumed, then as many as it has slots', async () => {
    queued(5);
    queue.wake('urgent');
    await settled();
    expect([table.claims, queue.freeLanes]).toEqual([0, []]);
    queue.resume();
    await settled();
    expect([table.asked, table.underWay.length, queue.freeLanes]).toEqual([[3], 3, []]);
  });

  it('fills a slot that comes free while more may wait, without being woken', async () => {
    queued(5);
    queue.resume();
    await settled();
    table.underWay[0]!.end();
    await settled();
    table.underWay[1]!.end();
    table.underWay[2]!.end();
    await settled();
    expect([table.underWay.length, table.waiting]).toEqual([5, 0]);
    const { claims } = table;
    table.underWay[3]!.end();
    await settled();
    // The last claim got less than it asked for: nothing waits.
    expect(table.claims).toBe(claims);
  });

  it('gives a slot to the next run when one leaves it, once', async () => {
    queued(5);
    queue.resume();
    await settled();
    const [first] = table.underWay;
    first!.context.leaveSlot();
    first!.context.leaveSlot();
    await settled();
    expect(table.underWay).toHaveLength(4);
    first!.end();
    await settled();
    expect(table.underWay).toHaveLength(4);
  });

  it('goes by what the queue of jobs said last while that does not answer', async () => {
    table.isPaused = true;
    queue.resume();
    queued(1);
    queue.wake('urgent');
    await settled();
    table.isQueueAway = true;
    queue.wake('urgent');
    await settled();
    expect(table.claims).toBe(0);
    [table.isPaused, table.isQueueAway] = [false, false];
    queue.wake('urgent');
    await settled();
    table.isQueueAway = true;
    queued(1);
    queue.wake('urgent');
    await settled();
    expect(table.underWay).toHaveLength(2);
  });

  it('claims nothing while the disk is full', async () => {
    table.isFull = true;
    queued(1);
    queue.resume();
    await settled();
    expect(table.claims).toBe(0);
    table.isFull = false;
    queue.wake('urgent');
    await settled();
    expect(table.underWay).toHaveLength(1);
  });

  it('rests after a claim that failed, and claims again by itself', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    table.isAway = true;
    queued(1);
    queue.resume();
    await settled();
    queue.wake('urgent');
    await settled();
    expect(table.claims).toBe(1);
    table.isAway = false;
    await jest.advanceTimersByTimeAsync(500);
    await settled();
    expect(table.underWay).toHaveLength(1);
  });

  it('looks again, less and less often, while runs are locked', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    queued(1);
    table.locked = 1;
    queue.resume();
    await settled();
    const seen: number[] = [];
    for (const ms of [50, 100, 200, 400, 800, 1_000, 1_000]) {
      await jest.advanceTimersByTimeAsync(ms);
      await settled();
      seen.push(table.claims);
    }
    expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8]);
    // Wake-ups meanwhile begin no further looks that go on by themselves.
    for (let n = 0; n < 5; n++) {
      queue.wake('urgent');
      await settled();
    }
    await jest.advanceTimersByTimeAsync(1_000);
    await settled();
    expect(table.claims).toBe(14);
    table.locked = 0;
    await jest.advanceTimersByTimeAsync(1_000);
    await settled();
    expect(table.underWay).toHaveLength(1);
  });

  it('hands back what is under way when its time is over, also what is claimed meanwhile', async () => {
    const slow = new FakeTable(true);
    slow.add();
    const stopping = queueOf(slow);
    stopping.resume();
    await settled();
    slow.answer();
    await settled();
    const stopped = stopping.stop(0);
    await turn();
    slow.answer();
    await settled();
    while (!slow.underWay[0]?.context.signal.aborted) await turn();
    slow.underWay[0].end();
    await stopped;
    stopping.resume();
    expect(stopping.isRunning).toBe(false);
  });

  it('loses no wake-up, whatever comes between what', async () => {
    const step = fc.constantFrom(
      'add',
      'answer',
      'answer',
      'end',
      'leave',
      'pause',
      'unpause',
      'suspend',
      'resume',
      'turn',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, slots) => {
        const world = new FakeTable(true);
        const one = queueOf(world, slots);
        let ended = 0;
        const deeds: Record<(typeof steps)[number], () => unknown> = {
          add: () => (world.add(), one.wake('urgent')),
          answer: () => world.answer(),
          end: () => (ended < world.underWay.length ? world.underWay[ended++]!.end() : undefined),
          leave: () => world.underWay.at(-1)?.context.leaveSlot(),
          pause: () => (world.isPaused = true),
          // As the job that waits in the queue does, and the poll.
          unpause: () => ((world.isPaused = false), one.wake('urgent')),
          suspend: () => one.suspend(),
          resume: () => one.resume(),
          turn: () => undefined,
        };
        one.resume();
        for (const name of steps) {
          deeds[name]();
          await turn();
        }
        deeds.unpause();
        deeds.resume();
        for (let n = 0; n < 400 && world.underWay.length < world.made; n++) {
          world.answer();
          deeds.end();
          await turn();
        }
        expect(world.underWay).toHaveLength(world.made);
        for (const { end } of world.underWay) end();
      }),
      { numRuns: 300 },
    );
  });
});
