import { KeysetPages, type PageRequest } from '@app/common';
import { Conditions } from './conditions';
import { KeysetOrder } from './keyset-order';
import { KeysetQuery, onlyAfter } from './keyset-query';

interface Letter {
  readonly name: string;
}

const order = new KeysetOrder<Letter>({ sql: 'l.name', type: 'text', key: ({ name }) => name });
const statements = { select: 'select l.name from letter l join box b', from: 'from letter l', order };
const letters = new KeysetQuery<Letter>(statements);
const pages = new KeysetPages(Buffer.alloc(32, 7));
const open = (request: PageRequest = {}) => pages.open('letters', request);
const cursorOf = (direction: 'before' | 'after', name: string): PageRequest => ({
  [direction]: open().cursor(direction, [name]),
});
const rowsOf = (names: string): Letter[] => [...names].map((name) => ({ name }));

/** Answers each page with these rows, and each count with 7. */
class Asked {
  readonly sent: { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }[] = [];

  constructor(private readonly found: string) {}

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.sent.push({ text: text.replace(/\s+/g, ' '), values });
    return Promise.resolve((text.includes('count(*)') ? [{ n: 7 }] : rowsOf(this.found)) as Row[]);
  }

  read<Row>({ name, text }: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]> {
    const rows = this.query<Row>(text, values);
    this.sent.push({ ...this.sent.pop()!, name });
    return rows;
  }
}

describe('a list by the keys of its rows', () => {
  it('reads its first page with one row more than is asked for', async () => {
    const asked = new Asked('abc');
    const filter = Conditions.of('l.live').when('x', (bound) => `b.name = ${bound}`);
    const { rows, neighbours } = await letters.page(asked, filter, { page: open(), limit: 2 });
    expect(asked.sent).toEqual([
      {
        text: 'select l.name from letter l join box b where l.live and b.name = $1 order by l.name asc limit $2',
        values: ['x', 3],
      },
    ]);
    expect(rows).toEqual(rowsOf('ab'));
    expect(neighbours).toEqual(cursorOf('after', 'b'));
  });

  it('leaves the filter as it is', async () => {
    const filter = Conditions.of('l.live');
    await letters.page(new Asked(''), filter, { page: open(cursorOf('after', 'b')), limit: 2 });
    expect(filter).toMatchObject({ where: 'where l.live', values: [] });
  });

  it.each([
    ['after', 'asc', 'cd', 'cd', '> ($1::text) order by l.name asc'],
    ['after', 'desc', 'ba', 'ba', '< ($1::text) order by l.name desc'],
    ['before', 'asc', 'ba', 'ab', '< ($1::text) order by l.name desc'],
    ['before', 'desc', 'cd', 'dc', '> ($1::text) order by l.name asc'],
  ] as const)('goes on %s a row of a list %s', async (to, direction, found, shown, sql) => {
    const asked = new Asked(found);
    const request = { page: open(cursorOf(to, 'x')), limit: 2, direction };
    const { rows, neighbours } = await letters.page(asked, Conditions.of(), request);
    expect(asked.sent[0]?.text).toContain(`where (l.name) ${sql} limit $2`);
    expect(asked.sent[0]?.values).toEqual(['x', 3]);
    expect(rows).toEqual(rowsOf(shown));
    // What the page came from is there; beyond it there are no more rows.
    expect(neighbours).toEqual(to === 'after' ? cursorOf('before', shown[0]!) : cursorOf('after', shown.at(-1)!));
  });

  it('has the direction of its own where a request names none', async () => {
    const asked = new Asked('');
    const newest = new KeysetQuery<Letter>({ ...statements, direction: 'desc' });
    await newest.page(asked, Conditions.of(), { page: open(), limit: 1 });
    await newest.page(asked, Conditions.of(), { page: open(), limit: 1, direction: 'asc' });
    expect(asked.sent.map(({ text }) => / (asc|desc) /.exec(text)?.[1])).toEqual(['desc', 'asc']);
  });

  it('counts by the filter alone, without what only a page needs', async () => {
    const asked = new Asked('abc');
    const request = { page: open(cursorOf('after', 'a')), limit: 2 };
    const { rows, paging } = await letters.counted(asked, Conditions.of('l.live'), request);
    expect(asked.sent.map(({ text }) => text)).toContain('select count(*)::int as n from letter l where l.live');
    expect(rows).toEqual(rowsOf('ab'));
    expect(paging).toEqual({ total: 7, ...cursorOf('before', 'a'), ...cursorOf('after', 'b') });
  });

  it('with a limit of 0 is only counted', async () => {
    const asked = new Asked('abc');
    const { rows, paging } = await letters.counted(asked, Conditions.of(), { page: open(), limit: 0 });
    expect(asked.sent).toHaveLength(1);
    expect([rows, paging]).toEqual([[], { total: 7 }]);
  });

  it('of which nothing says what is counted has pages, and no total', async () => {
    const uncounted = new KeysetQuery<Letter>({ select: statements.select, order });
    const request = { page: open(), limit: 1 };
    await expect(uncounted.page(new Asked('a'), Conditions.of(), request)).resolves.toMatchObject({
      rows: rowsOf('a'),
    });
    await expect(uncounted.counted(new Asked('a'), Conditions.of(), request)).rejects.toThrow('no total');
  });

  it('is prepared under a name for each of its texts', async () => {
    const asked = new Asked('ab');
    const prepared = new KeysetQuery<Letter>({ ...statements, prepared: 'letters' });
    const ask = (name: string | undefined, request: PageRequest) =>
      prepared.page(
        asked,
        Conditions.of().when(name, (bound) => `b.name = ${bound}`),
        { page: open(request), limit: 1 },
      );
    await ask('x', {});
    await ask('y', {});
    await ask(undefined, {});
    await ask('x', cursorOf('after', 'a'));
    const names = asked.sent.map(({ name }) => name);
    expect(names).toEqual(names.map(() => expect.stringMatching(/^letters-[\w-]{12}$/) as string));
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(3);
  });

  it('ends a page early where its rows are large, and goes on behind them', async () => {
    const half = 8 * 1024 * 1024;
    const large = new KeysetQuery<Letter>({ ...statements, bytesOf: ({ name }) => (name === 'a' ? 2 * half : half) });
    const ask = (found: string, request: PageRequest = {}) =>
      large.page(new Asked(found), Conditions.of(), { page: open(request), limit: 3 });
    expect(await ask('abc')).toEqual({ rows: rowsOf('a'), neighbours: cursorOf('after', 'a') });
    expect(await ask('bcd')).toEqual({ rows: rowsOf('bc'), neighbours: cursorOf('after', 'c') });
    expect(await ask('bc')).toEqual({ rows: rowsOf('bc'), neighbours: {} });
    const before = await ask('cba', cursorOf('before', 'd'));
    expect(before).toEqual({
      rows: rowsOf('bc'),
      neighbours: { ...cursorOf('before', 'b'), ...cursorOf('after', 'c') },
    });
  });

  it('refuses a cursor with other keys than its order has', async () => {
    const other = { after: open().cursor('after', ['a', 'b']) };
    const asked = letters.page(new Asked(''), Conditions.of(), { page: open(other), limit: 1 });
    await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it.each([
  [{ before: 'x', after: 'y' }, { after: 'y' }],
  [{ before: 'x' }, {}],
  [{}, {}],
])('a list that is read in one direction has of the cursors %p only %p', (neighbours, shown) => {
  expect(onlyAfter(neighbours)).toEqual(shown);
});
