import { Database, ResilientClient, RowColumns } from '@app/database';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

let described = 0;

/** Counts the descriptions of rows that the server sends. */
class DescribedClient extends ResilientClient {
  constructor(...given: ConstructorParameters<typeof ResilientClient>) {
    super(...given);
    this.connection.on('rowDescription', () => void described++);
  }
}

describe('a prepared read', () => {
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: 2, Client: DescribedClient });
  });
  afterAll(async () => {
    await database?.close();
    await home?.drop();
  });
  beforeEach(() => (described = 0));

  const both = {
    name: 'both',
    text: `select $1::int as number, $2::text as word, $3::jsonb as json, $4::text[] as list`,
  };
  const ask = (number: number) => database.read(both, [number, 'ä', { a: [1] }, ['x', 'y']]);
  const rowOf = (number: number) => ({ number, word: 'ä', json: { a: [1] }, list: ['x', 'y'] });

  it('finds the same each time, and is described once per connection', async () => {
    for (const number of [1, 2, 3]) expect(await ask(number)).toEqual([rowOf(number)]);
    expect(described).toBe(1);
    const together = await Promise.all([4, 5, 6, 7].map(ask));
    expect(together).toEqual([4, 5, 6, 7].map((number) => [rowOf(number)]));
    expect(described).toBe(2);
  });

  it('finds no row, and null', async () => {
    const none = { name: 'none', text: 'select 1 as one, $1::int as given where $1::int > 0 or $1 is null' };
    for (const [given, rows] of [
      [0, []],
      [null, [{ one: 1, given: null }]],
      [0, []],
    ] as const)
      expect(await database.read(none, [given])).toEqual(rows);
  });

  it('that fails leaves its connection as it was', async () => {
    const half = { name: 'half', text: 'select 1 / $1::int as half' };
    expect(await database.read(half, [1])).toEqual([{ half: 1 }]);
    for (let n = 0; n < 3; n++) await expect(database.read(half, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(database.read(half, ['x'])).rejects.toMatchObject({ code: '22P02' });
    const circle: { of?: unknown } = {};
    circle.of = circle;
    await expect(database.read(both, [1, 'x', circle, []])).rejects.toThrow('circular');
    expect(await database.read(half, [1])).toEqual([{ half: 1 }]);
    expect(await ask(8)).toEqual([rowOf(8)]);
  });

  it('gives the texts of its columns, if asked for these, and is described once with its other reads', async () => {
    const texts = (number: number) => database.readTexts(both, [number, null, { a: [1] }, ['x', 'y z']]);
    expect(await texts(1)).toEqual([['1', null, '{"a": [1]}', '{x,"y z"}']]);
    expect(await ask(2)).toEqual([rowOf(2)]);
    expect(await texts(3)).toEqual([['3', null, '{"a": [1]}', '{x,"y z"}']]);
    expect(await database.readTexts({ name: 'no-texts', text: 'select 1 where $1::int > 0' }, [0])).toEqual([]);
    const half = { name: 'half-text', text: 'select 1 / $1::int as half' };
    await expect(database.readTexts(half, [0])).rejects.toMatchObject({ code: '22012' });
    expect(await database.readTexts(half, [1])).toEqual([['1']]);
  });

  it('hands over the bytes of its rows as they come, long ones too', async () => {
    const words = {
      name: 'words',
      text: `select n, case when n % 3 > 0 then repeat('ü', n * $1::int) end as word from generate_series(0, 99) n`,
    };
    for (const length of [0, 1, 700, 1_500]) {
      const columns = new RowColumns();
      const found: [number, string | null][] = [];
      await database.readBytes(words, [length], (row) => {
        columns.read(row);
        found.push([columns.number(0), columns.isNull(1) ? null : columns.text(1)]);
      });
      const rows = await database.read<{ n: number; word: string | null }>(words, [length]);
      expect(found).toEqual(rows.map(({ n, word }) => [n, word]));
      expect(found).toHaveLength(100);
    }
  });

  it('whose rows cannot be handled fails with what its handler threw, and its connection goes on', async () => {
    const three = { name: 'three', text: 'select n from generate_series(1, 3) n where n <= $1::int' };
    let handled = 0;
    const refused = database.readBytes(three, [3], () => {
      if (++handled === 2) throw new Error('no more of these');
    });
    await expect(refused).rejects.toThrow('no more of these');
    expect(handled).toBe(2);
    const half = { name: 'half-bytes', text: 'select 1 / $1::int as half' };
    await expect(database.readBytes(half, [0], () => undefined)).rejects.toMatchObject({ code: '22012' });
    const both = await Promise.all([1, 2, 3].map((most) => database.readTexts(three, [most])));
    expect(both).toEqual([[['1']], [['1'], ['2']], [['1'], ['2'], ['3']]]);
  });

  it('whose rows have become others is refused by the server, where it was prepared before', async () => {
    const all = { name: 'all', text: 'select * from changing' };
    await database.query('create table changing (a int)');
    await database.query('insert into changing values (1)');
    expect(await database.read(all, [])).toEqual([{ a: 1 }]);
    await database.query('alter table changing add b text');
    await expect(database.read(all, [])).rejects.toThrow('cached plan must not change result type');
  });
});
