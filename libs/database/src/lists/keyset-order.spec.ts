import { BoundValues } from './bound-values';
import { KeysetOrder, readingDirection } from './keyset-order';

interface Row {
  readonly at: string | null;
  readonly name: string;
}

const order = new KeysetOrder<Row>(
  { sql: '-e.at', type: (key) => `-${key}::bigint`, key: ({ at }) => at },
  { sql: 'e.name', type: 'text', key: ({ name }) => name },
);

describe('the order of a list', () => {
  it('is that of all columns, in one direction', () => {
    expect([order.by('asc'), order.by('desc')]).toEqual(['-e.at asc, e.name asc', '-e.at desc, e.name desc']);
  });

  it.each([
    ['asc', '(-e.at, e.name) > (-$2::bigint, $3::text)'],
    ['desc', '(-e.at, e.name) < (-$2::bigint, $3::text)'],
  ] as const)('%s goes on by one row comparison', (direction, sql) => {
    const { bind, values } = new BoundValues(['other']);
    expect(order.beyond(['7', 'a'], direction, bind)).toBe(sql);
    expect(values).toEqual(['other', '7', 'a']);
  });

  it('of one column goes on by a plain comparison', () => {
    const { bind } = new BoundValues();
    const single = new KeysetOrder<{ seq: string }>({ sql: 'd.seq', type: 'bigint', key: ({ seq }) => seq });
    expect(single.beyond(['7'], 'desc', bind)).toBe('(d.seq) < ($1::bigint)');
  });

  it.each([[[]], [['7']], [['7', 'a', 'b']]])('refuses the keys %p of another order', (keys) => {
    expect(() => order.beyond(keys, 'asc', new BoundValues().bind)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
  });

  it('has the keys of a row, the empty text too', () => {
    expect(order.keysOf({ at: '0', name: '' })).toEqual(['0', '']);
  });

  it('refuses a row without a value', () => {
    expect(() => order.keysOf({ at: null, name: 'a' })).toThrow('no value of -e.at');
  });
});

it.each([
  ['asc', false, 'asc'],
  ['asc', true, 'desc'],
  ['desc', false, 'desc'],
  ['desc', true, 'asc'],
] as const)('a list %s whose page is before the cursor (%p) is read %s', (direction, isBackward, reading) => {
  expect(readingDirection(direction, isBackward)).toBe(reading);
});
