import { LanePlaces } from './lane-places';

/** Work that ends when a test says so. */
function work() {
  let end!: () => void;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

/** Four places, and so much work that waits beside the jobs. */
function places(waiting: number) {
  const fetching = { concurrency: 4 };
  const taken: ReturnType<typeof work>[] = [];
  const take = jest.fn((most: number) => {
    const begun = Array.from({ length: Math.min(most, waiting) }, work);
    waiting -= begun.length;
    taken.push(...begun);
    return Promise.resolve(begun.map(({ done }) => done));
  });
  const deliver = (most: number): void => void (fetching.concurrency = most);
  const lane = new LanePlaces({ size: 4, deliver, take });
  const jobs = (count: number) =>
    Array.from({ length: count }, () => {
      const job = work();
      return { end: job.end, ended: lane.hold(() => job.done) };
    });
  return { lane, fetching, take, taken, jobs };
}

describe('the places of a lane', () => {
  it('are left to jobs while some are free', async () => {
    const { fetching, take, jobs } = places(10);
    const begun = jobs(3);
    for (const { end } of begun) end();
    await Promise.all(begun.map(({ ended }) => ended));
    await settle();
    expect([fetching.concurrency, take.mock.calls.length]).toEqual([4, 0]);
  });

  it('are filled with what waits once jobs hold all of them, but for one', async () => {
    const { fetching, take, taken, jobs } = places(10);
    const begun = jobs(4);
    expect(fetching.concurrency).toBe(1);
    await settle();
    expect(take).not.toHaveBeenCalled();
    for (const { end } of begun) end();
    await settle();
    expect([take.mock.calls, taken.length, fetching.concurrency]).toEqual([[[3]], 3, 1]);
    taken[0]!.end();
    taken[1]!.end();
    await settle();
    expect(take.mock.calls).toEqual([[3], [2]]);
  });

  it('are given back to jobs as taken work ends, once nothing waits', async () => {
    const { fetching, take, taken, jobs } = places(2);
    for (const { end } of jobs(4)) end();
    await settle();
    expect([take.mock.calls, fetching.concurrency]).toEqual([[[3], [1]], 2]);
    for (const { end } of taken) end();
    await settle();
    expect([take.mock.calls.length, fetching.concurrency]).toEqual([2, 4]);
  });

  it('are filled again by work that ends as soon as it begins', async () => {
    let waiting = 10;
    const begin = (most: number): Promise<void>[] => {
      const begun = Math.min(most, waiting);
      waiting -= begun;
      return Array.from({ length: begun }, () => Promise.resolve());
    };
    const lane = new LanePlaces({ size: 4, deliver: () => undefined, take: async (most) => begin(most) });
    await Promise.all(Array.from({ length: 4 }, () => lane.hold(async () => undefined)));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(waiting).toBe(0);
  });

  it('take nothing once they are closed, and keep what was just being taken', async () => {
    const { lane, take, taken, jobs } = places(10);
    for (const { end } of jobs(4)) end();
    while (take.mock.calls.length === 0) await new Promise(setImmediate);
    await lane.close();
    expect(taken).toHaveLength(3);
    for (const { end } of taken) end();
    for (const { end } of jobs(4)) end();
    await settle();
    expect(take).toHaveBeenCalledTimes(1);
  });
});
