import { Outages } from './outages';

describe('parts that are away', () => {
  it('takes what was quiet for a minute for another outage', () => {
    let now = 0;
    const outages = new Outages(() => now);
    const known = [0, 50_000, 100_000, 161_000].map((at) => {
      now = at;
      return outages.isKnown('search');
    });
    expect(known).toEqual([false, true, true, false]);
  });
});
