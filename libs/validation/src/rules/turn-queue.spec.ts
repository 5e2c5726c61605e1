import { setImmediate } from 'node:timers/promises';
import { assert, asyncProperty, array, constantFrom, integer, record } from 'fast-check';
import { TurnQueue, type TurnQueueOptions } from './turn-queue';

const ONE: TurnQueueOptions = { places: 1 };

/** Requests slots while one of another requester is in use, and returns the order in which they are granted. */
async function orderOf(options: TurnQueueOptions, asked: readonly (readonly [string, string, number])[]) {
  const turns = new TurnQueue(options);
  await turns.take({ asker: 'first', held: 0 });
  const order: string[] = [];
  const all = asked.map(([asker, name, held]) =>
    turns.take({ asker, held }).then(() => {
      order.push(name);
      turns.leave(asker);
    }),
  );
  turns.leave('first');
  await Promise.all(all);
  return order;
}

describe('TurnQueue', () => {
  it('gives turns to the run that held least, and every fourth one to the run that waited longest', async () => {
    const order = await orderOf(ONE, [
      ['anna', 'a', 5_000],
      ['anna', 'b', 4_000],
      ['anna', 'c', 0],
      ['anna', 'd', 300],
      ['anna', 'e', 4_500],
      ['anna', 'f', 200],
    ]);
    expect(order).toEqual(['c', 'f', 'd', 'a', 'b', 'e']);
  });

  it('goes round between askers, however many runs each has and whatever they held', async () => {
    const order = await orderOf(ONE, [
      ['anna', 'a1', 0],
      ['anna', 'a2', 0],
      ['anna', 'a3', 0],
      ['ben', 'b1', 9_000],
      ['ben', 'b2', 9_000],
      ['carl', 'c1', 500],
    ]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives an asker one turn at a time where this is wanted, and the others theirs meanwhile', async () => {
    const turns = new TurnQueue({ places: 2, onePerAsker: true });
    const given: string[] = [];
    const take = (asker: string, name: string) => turns.take({ asker, held: 0 }).then(() => given.push(name));
    const all = [take('anna', 'a1'), take('anna', 'a2'), take('ben', 'b1'), take('carl', 'c1')];
    await setImmediate();
    expect(given).toEqual(['a1', 'b1']);
    turns.leave('ben');
    await setImmediate();
    expect(given).toEqual(['a1', 'b1', 'c1']);
    turns.leave('anna');
    await Promise.all(all);
    expect(given).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('forgets who no longer wants a turn', async () => {
    const turns = new TurnQueue(ONE);
    await turns.take({ asker: 'anna', held: 0 });
    const gone = new AbortController();
    const waiting = turns.take({ asker: 'ben', held: 0, signal: gone.signal });
    const after = turns.take({ asker: 'ben', held: 0 });
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(turns.take({ asker: 'ben', held: 0, signal: gone.signal })).rejects.toThrow('gone');
    turns.leave('anna');
    await after;
  });

  it('rejects what waits, and has room again for what comes after', async () => {
    const turns = new TurnQueue(ONE);
    await turns.take({ asker: 'anna', held: 0 });
    const waiting = turns.take({ asker: 'anna', held: 0 });
    turns.refuse(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    turns.leave('anna');
    await turns.take({ asker: 'anna', held: 0 });
  });

  const runs = array(
    record({ asker: constantFrom('anna', 'ben', 'carl', 'dora'), turns: integer({ min: 1, max: 6 }) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  );

  it('ends every run, and lets a newcomer wait for no more than a turn of each asker', async () => {
    await assert(
      asyncProperty(runs, integer({ min: 1, max: 3 }), async (asked, places) => {
        const turns = new TurnQueue({ places });
        let [clock, given] = [0, 0];
        const one = async (asker: string, count: number) => {
          let held = 0;
          for (let turn = 0; turn < count; turn += 1) {
            await turns.take({ asker, held });
            given += 1;
            await setImmediate();
            clock += 1_000;
            held += 1_000;
            turns.leave(asker);
          }
        };
        const all = asked.map(({ asker, turns: count }) => one(asker, count));
        const askers = new Set(asked.map(({ asker }) => asker)).size;
        await setImmediate();
        const before = given;
        await turns.take({ asker: 'newcomer', held: 0 });
        expect(given - before).toBeLessThanOrEqual(askers + places);
        turns.leave('newcomer');
        await Promise.all(all);
        expect(clock).toBe(1_000 * asked.reduce((sum, { turns: count }) => sum + count, 0));
      }),
      { numRuns: 50 },
    );
  });
});
