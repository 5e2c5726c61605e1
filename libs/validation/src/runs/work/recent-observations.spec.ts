import { NEWEST_OF, observationsWithin, RECENT } from './recent-observations';

/** At the instants 1 to `last`, the newest first, as many as are read. */
const sightings = (last: number) => Array.from({ length: last }, (_, n) => ({ timestamp: last - n })).slice(0, RECENT);
const refreshesOf = (last: number, limits: { latest: number; deadline?: number }) =>
  observationsWithin({ refreshes: sightings(last), arrivals: [], availability: [] }, limits)?.refreshes.map(
    ({ timestamp }) => timestamp,
  );
/** The newest of each limit, as the database chooses them from all. */
const chosen = (last: number, { latest, deadline }: { latest: number; deadline?: number }) => {
  const upTo = (instant: number) => [...Array(Math.min(last, instant)).keys()].map((n) => n + 1).slice(-NEWEST_OF);
  return [...new Set([...upTo(latest), ...(deadline === undefined ? [] : upTo(deadline))])].sort((a, b) => b - a);
};

describe('the observations that count', () => {
  it.each([
    [0, { latest: 5 }],
    [7, { latest: 100 }],
    [7, { latest: 3, deadline: 2 }],
    [RECENT - 1, { latest: RECENT, deadline: 4 }],
    [RECENT, { latest: RECENT, deadline: NEWEST_OF }],
    [500, { latest: 500 }],
    [500, { latest: 497, deadline: 485 }],
  ])('of %i are the newest of each limit: %o', (last, limits) => {
    expect(refreshesOf(last, limits)).toEqual(chosen(last, limits));
  });

  it.each([
    [RECENT, { latest: RECENT, deadline: NEWEST_OF - 1 }],
    [500, { latest: 500, deadline: 400 }],
    [500, { latest: 470 }],
  ])('cannot be said of %i where too many are newer: %o', (last, limits) => {
    expect(refreshesOf(last, limits)).toBeUndefined();
  });

  it('keep whatever is at one instant, from several sources', () => {
    const refreshes = [1, 2].map((n) => ({ timestamp: 5, source: `source ${n}` }));
    const found = observationsWithin({ refreshes, arrivals: [], availability: [] }, { latest: 9, deadline: 5 });
    expect(found?.refreshes).toEqual(refreshes);
  });
});
