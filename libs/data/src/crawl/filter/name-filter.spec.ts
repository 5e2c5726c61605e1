import { NameFilter } from './name-filter';

describe('NameFilter', () => {
  let filter: NameFilter;
  beforeEach(() => {
    filter = new NameFilter();
  });
  afterEach(() => filter.close());

  it('gives the names that pass, each once, one list after the other', async () => {
    const patterns = { includes: ['o'], excludes: ['.*old'] };
    expect([...(await filter.passing(['orders', 'orders', 'orders_old', 'items'], patterns))]).toEqual(['orders']);
    expect([...(await filter.passing(['old', 'offers'], patterns))]).toEqual(['offers']);
  });

  it('takes all names where there is no pattern', async () => {
    expect([...(await filter.passing(['a', 'b'], { includes: [], excludes: [] }))]).toEqual(['a', 'b']);
  });

  it('ends a pattern that takes too long, and serves the next crawl', async () => {
    const endless = { includes: ['(a+)+b'], excludes: [] };
    await expect(filter.passing(['a'.repeat(60)], endless)).rejects.toMatchObject({ reason: 'badParameter' });
  });
});
