import { Gathering } from './gathering';

interface Group {
  readonly asks: readonly number[];
  readonly done: () => void;
}

/** A gathering of numbers whose answers are their doubles, given when the test says so. */
function gathered(limits: { most: number; atOnce: number }): {
  gathering: Gathering<number, number>;
  groups: Group[];
} {
  const groups: Group[] = [];
  const gathering = new Gathering<number, number>(
    (asks) => new Promise((resolve) => groups.push({ asks, done: () => resolve(asks.map((ask) => ask * 2)) })),
    { ...limits, isOnes: () => true },
  );
  return { gathering, groups };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is gathered', () => {
  it('goes together when it is asked in one turn, and each gets its own answer', async () => {
    const { gathering, groups } = gathered({ most: 10, atOnce: 1 });
    const answers = Promise.all([1, 2, 3].map((ask) => gathering.ask(ask)));
    await turn();
    expect(groups.map(({ asks }) => asks)).toEqual([[1, 2, 3]]);
    groups[0]?.done();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('waits while as many groups as may be are under way, and then goes together, at most so many', async () => {
    const { gathering, groups } = gathered({ most: 2, atOnce: 1 });
    const first = gathering.ask(1);
    await turn();
    const others = Promise.all([2, 3, 4].map((ask) => gathering.ask(ask)));
    await turn();
    expect(groups.map(({ asks }) => asks)).toEqual([[1]]);
    groups[0]?.done();
    await first;
    await turn();
    expect(groups.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
    groups[1]?.done();
    await turn();
    expect(groups[2]?.asks).toEqual([4]);
    groups[2]?.done();
    expect(await others).toEqual([4, 6, 8]);
  });

  it.each([
    ['for those alone whom it would fail for without the others', true, ['fulfilled', 'rejected', 'fulfilled']],
    ['for all where the fault is nobody’s', false, ['rejected', 'rejected', 'rejected']],
  ])('fails %s', async (_, isOnes, expected) => {
    const asked: (readonly number[])[] = [];
    const gathering = new Gathering<number, number>(
      (asks) => {
        asked.push(asks);
        return asks.includes(2) ? Promise.reject(new Error(`not 2`)) : Promise.resolve(asks);
      },
      { most: 10, atOnce: 1, isOnes: () => isOnes },
    );
    const ends = await Promise.allSettled([1, 2, 3].map((ask) => gathering.ask(ask)));
    expect(ends.map(({ status }) => status)).toEqual(expected);
    expect(asked).toEqual(isOnes ? [[1, 2, 3], [1], [2], [3]] : [[1, 2, 3]]);
  });

  it('is not held up by one that waits for itself', async () => {
    const never = new Promise<number>(() => undefined);
    const gathering = new Gathering<number, number>(
      (asks) => Promise.resolve(asks.map((ask) => (ask === 1 ? never : ask))),
      { most: 10, atOnce: 1, isOnes: () => false },
    );
    void gathering.ask(1);
    expect(await gathering.ask(2)).toBe(2);
    expect(await gathering.ask(3)).toBe(3);
  });
});
