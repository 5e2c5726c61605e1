import { byCodePoint, KeysetPages, type PageRequest } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery } from '@app/database';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

interface Item {
  readonly at: string;
  readonly name: string;
  readonly id: number;
}

interface Walk {
  readonly items: readonly Item[];
  readonly direction: 'asc' | 'desc';
  /** Only items of this parity are listed. */
  readonly parity: number | undefined;
  readonly steps: readonly { readonly way: 'before' | 'after'; readonly limit: number }[];
}

/** Few times and names, so that there are many ties; names that collations sort in other ways than code points. */
const NAMES = ['', 'a', 'A', 'ä', 'B', 'a b', 'a_b', '\uffff', '😀'];

const walks: fc.Arbitrary<Walk> = fc.record({
  items: fc
    .array(fc.record({ at: fc.integer({ min: -2, max: 2 }), name: fc.constantFrom(...NAMES) }), { maxLength: 25 })
    .map((all) => all.map(({ at, name }, id) => ({ at: String(at), name, id }))),
  direction: fc.constantFrom('asc', 'desc'),
  parity: fc.constantFrom(undefined, 0, 1),
  steps: fc.array(fc.record({ way: fc.constantFrom('before', 'after'), limit: fc.integer({ min: 1, max: 6 }) }), {
    maxLength: 12,
  }),
});

const order = new KeysetOrder<Item>(
  // The newest first in a list that ascends.
  { sql: '-i.at', type: (key) => `-${key}::bigint`, key: ({ at }) => at },
  { sql: 'i.name', type: 'text', key: ({ name }) => name },
  { sql: 'i.id', type: 'int', key: ({ id }) => id },
);
const compare = (one: Item, other: Item): number =>
  Number(other.at) - Number(one.at) || byCodePoint(one.name, other.name) || one.id - other.id;

describe('a list by the keys of its rows', () => {
  const pages = new KeysetPages(Buffer.alloc(32, 7));
  const statements = { select: 'select i.at::text, i.name, i.id from item i', from: 'from item i', order };
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: 2 });
    await database.query(`create table item (at bigint not null, name text collate "C" not null, id int not null)`);
    await database.query(`create index item_order on item ((-at), name, id)`);
  });
  afterAll(async () => {
    await database?.close();
    await home?.drop();
  });

  async function fill(items: readonly Item[]): Promise<void> {
    await database.query('truncate item');
    const columns = [items.map(({ at }) => at), items.map(({ name }) => name), items.map(({ id }) => id)];
    await database.query('insert into item select * from unnest($1::bigint[], $2::text[], $3::int[])', columns);
  }

  it.each([undefined, 'items'])('is walked both ways as an array is (prepared: %p)', async (prepared) => {
    const list = new KeysetQuery<Item>({ ...statements, ...(prepared !== undefined && { prepared }) });
    const walk = async ({ items, direction, parity, steps }: Walk): Promise<void> => {
      await fill(items);
      const listed = items.filter(({ id }) => parity === undefined || id % 2 === parity).sort(compare);
      if (direction === 'desc') listed.reverse();
      const filter = Conditions.of().when(parity, (bound) => `i.id % 2 = ${bound}::int`);
      const read = (request: PageRequest, limit: number) =>
        list.counted(database, filter, { page: pages.open('items', request), limit, direction });
      let [from, request]: [number, PageRequest] = [0, {}];
      for (const { way, limit } of steps) {
        const { rows, paging } = await read(request, limit);
        const start = 'before' in request ? Math.max(0, from - limit) : from;
        const end = 'before' in request ? from : from + limit;
        expect(rows).toEqual(listed.slice(start, end));
        expect(paging.total).toBe(listed.length);
        expect([paging.before !== undefined, paging.after !== undefined]).toEqual([
          rows.length > 0 && start > 0,
          rows.length > 0 && end < listed.length,
        ]);
        const cursor = paging[way];
        if (cursor === undefined) [from, request] = [0, {}];
        else [from, request] = [way === 'before' ? start : end, { [way]: cursor }];
      }
    };
    await fc.assert(fc.asyncProperty(walks, walk), { numRuns: 60 });
  });

  it('goes on by an index, whichever way', async () => {
    await fill(Array.from({ length: 2_000 }, (_, id) => ({ at: String(id % 50), name: NAMES[id % 9]!, id })));
    await database.query('analyze item');
    const page = pages.open('items', { after: pages.open('items', {}).cursor('after', ['25', 'a', 7]) });
    for (const direction of ['asc', 'desc'] as const) {
      const queries = jest.spyOn(database, 'query');
      await new KeysetQuery<Item>(statements).page(database, Conditions.of(), { page, limit: 10, direction });
      const [text, values] = queries.mock.calls[0]!;
      jest.restoreAllMocks();
      const plan = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
        /Index( Only)? Scan.*item_order[^]*Index Cond: \(ROW/,
      );
    }
  });
});
