import { made, SearchFixture } from './postgres.fixture';

/** Of all slots. */
const TOTALS = `
  select coalesce(sum(documents_n), 0)::int as named, coalesce(sum(tokens_n), 0)::int as names,
         coalesce(sum(documents_d), 0)::int as described, coalesce(sum(tokens_d), 0)::int as words from search_total`;
const COUNTED = `
  select count(*) filter (where tokens[1] > 0)::int as named, coalesce(sum(tokens[1]), 0)::int as names,
         count(*) filter (where tokens[6] > 0)::int as described, coalesce(sum(tokens[6]), 0)::int as words from search_row`;

describe('the totals of the fields', () => {
  let fixture: SearchFixture;

  beforeAll(async () => {
    fixture = await SearchFixture.open();
  });
  beforeEach(() => fixture.database.query('truncate search_row, search_source'));
  afterAll(() => fixture.close());

  async function expectExact(): Promise<Record<string, number>> {
    const [[totals], [counted]] = await Promise.all([fixture.database.query(TOTALS), fixture.database.query(COUNTED)]);
    expect(totals).toEqual(counted);
    return counted as Record<string, number>;
  }

  it('follow what is written, written again and removed', async () => {
    const [orders, customers] = [made('orders', { description: 'what was sold' }), made('customers')];
    await fixture.write(orders, customers);
    expect(await expectExact()).toMatchObject({ named: 2, described: 1 });
    await fixture.write({ ...orders, document: { ...orders.document, description: '' } });
    expect(await expectExact()).toMatchObject({ named: 2, described: 0, words: 0 });
    await fixture.remove(customers);
    expect(await expectExact()).toMatchObject({ named: 1 });
    await fixture.database.query('truncate search_row, search_source');
    expect(await expectExact()).toMatchObject({ named: 0, names: 0 });
  });

  it('are exact whoever writes at once, and nobody waits for another', async () => {
    const first = made('first_of_all');
    await fixture.database.transaction(async (tx) => {
      await fixture.index.write(tx, [first]);
      // Others are done while this one is still open.
      await Promise.all([fixture.write(made('second')), fixture.write(made('third')), fixture.write(made('fourth'))]);
    });
    expect(await expectExact()).toMatchObject({ named: 4 });
    const many = Array.from({ length: 40 }, (_, at) => made(`many_${at}`));
    await Promise.all(many.map((each) => fixture.write(each)));
    await Promise.all(many.map((each) => fixture.remove(each)));
    expect(await expectExact()).toMatchObject({ named: 4 });
  });

  it('do not count what was rolled back', async () => {
    const failed = fixture.database.transaction(async (tx) => {
      await fixture.index.write(tx, [made('never')]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await expectExact()).toMatchObject({ named: 0 });
  });
});
