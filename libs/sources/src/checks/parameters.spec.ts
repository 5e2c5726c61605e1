import { compareDecimals, decimalText, parseDecimal, plainNumber, roundDecimal } from './decimal';
import { itemsOf, parseList } from './lists';
import {
  endOfDay,
  exactly,
  firstNotBefore,
  instantOfMs,
  monthsBefore,
  parseInstant,
  readInstant,
  shownTime,
} from './times';

const WALL = { is: 'moment', zoned: false } as const;
const INSTANT = { is: 'moment', zoned: true } as const;
const DATE = { is: 'date' } as const;
const at = (text: string): bigint => parseInstant(text)!;

describe('decimals', () => {
  it.each([
    ['12.50', '12.5'],
    ['+1e3', '1000'],
    ['-1.5E-2', '-0.015'],
    ['.5', '0.5'],
    [' 7. ', '7'],
    ['9007199254740993', '9007199254740993'],
    ['-0', '0'],
  ])('reads %s as %s', (text, plain) => expect(decimalText(parseDecimal(text)!)).toBe(plain));

  it.each(['', 'ten', '1,000', '0x10', '1e99999', 'NaN', 'Infinity', '1 2', '--1'])('refuses %j', (text) =>
    expect(parseDecimal(text)).toBeUndefined(),
  );

  it('compares and rounds exactly', () => {
    const [a, b] = [parseDecimal('0.1')!, parseDecimal('0.10000000000000000001')!];
    expect([compareDecimals(a, b), compareDecimals(b, a), compareDecimals(a, parseDecimal('1e-1')!)]).toEqual([
      -1, 1, 0,
    ]);
    const rounded = ['1.231', '-1.231', '1.23'].flatMap((text) =>
      (['up', 'down'] as const).map((way) => decimalText(roundDecimal(parseDecimal(text)!, 2, way))),
    );
    expect(rounded).toEqual(['1.24', '1.23', '-1.23', '-1.24', '1.23', '1.23']);
    expect([plainNumber('12.500', true), plainNumber('1e+21', false), plainNumber('-0', false)]).toEqual([
      '12.5',
      '1e+21',
      '0',
    ]);
  });
});

describe('lists', () => {
  it('reads JSON and Python alike', () => {
    const expected = [
      { kind: 'text', text: "it's" },
      { kind: 'text', text: 'é' },
      { kind: 'number', text: '1.0' },
      { kind: 'boolean', text: 'true' },
      { kind: 'null', text: '' },
    ];
    expect(parseList(`["it's", "\\u00e9", 1.0, true, null]`)).toEqual(expected);
    expect(parseList(` ('it\\'s', "\\xe9", 1.0, True, None,) `)).toEqual(expected);
    expect(itemsOf(["it's", 'é', 1, true, null])).toEqual(expected.with(2, { kind: 'number', text: '1' }));
    expect([parseList('[]'), parseList("{'a'}")]).toEqual([[], [{ kind: 'text', text: 'a' }]]);
  });

  it.each(['', 'open or so', '["a"', '["a" "b"]', '[[1]]', '["a"] x', '[a]', '{"a": 1}', "['a]", '[,]'])(
    'refuses %j',
    (text) => expect(parseList(text)).toBeUndefined(),
  );

  it('refuses objects', () =>
    expect([itemsOf([{}]), itemsOf('a'), itemsOf([[1]])]).toEqual([undefined, undefined, undefined]));
});

describe('times', () => {
  it.each([
    ['1704067200000', '2024-01-01T00:00:00Z'],
    ['2024-05-01', '2024-05-01T00:00:00Z'],
    ['2024-05-01T10:00:00', '2024-05-01T10:00:00Z'],
    ['2024-05-01 10:00:00.5+02:00', '2024-05-01T08:00:00.5Z'],
  ])('reads %s', (text, iso) => expect(parseInstant(text)).toBe(at(iso)));

  it.each(['yesterday', '2024-13-01', '2024-02-30', '1e3', '', '99999999999999999'])('refuses %j', (text) =>
    expect(parseInstant(text)).toBeUndefined(),
  );

  it('finds the first value that stands for an instant or a later one', () => {
    expect(firstNotBefore(at('2024-05-01T00:00:00.000001Z'), DATE, 'UTC')).toBe('2024-05-02');
    expect(firstNotBefore(instantOfMs(1_500) + 1n, INSTANT, 'UTC')).toBe('1970-01-01 00:00:01.500001');
    expect(firstNotBefore(at('2024-05-01T00:00:00Z'), WALL, 'Asia/Tokyo')).toBe('2024-05-01 09:00:00');
    expect(firstNotBefore(at('9999-12-31T23:59:59.9999999Z'), WALL, 'UTC')).toBeUndefined();
  });

  it('takes a wall clock of an hour that comes twice for the first of both', () => {
    const [first, second] = [at('2024-10-27T00:30:00Z'), at('2024-10-27T01:30:00Z')];
    expect(readInstant('2024-10-27 02:30:00', WALL, 'Europe/Berlin')).toBe(first);
    expect(firstNotBefore(first, WALL, 'Europe/Berlin')).toBe('2024-10-27 02:30:00');
    expect(firstNotBefore(second, WALL, 'Europe/Berlin')).toBe('2024-10-27 03:00:00');
    expect([exactly(first, WALL, 'Europe/Berlin'), exactly(second, WALL, 'Europe/Berlin')]).toEqual([
      '2024-10-27 02:30:00',
      undefined,
    ]);
  });

  it.each([
    ['2024-05-01', 'UTC', '2024-05-01T00:00:00Z', '2024-05-02T00:00:00Z'],
    ['2024-05-01', 'Pacific/Kiritimati', '2024-04-30T10:00:00Z', '2024-05-01T10:00:00Z'],
    // Midnight is skipped, and a day has 23 hours.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    // The day before is skipped as a whole.
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
  ])('begins the day %s in %s at %s', (day, zone, begin, end) => {
    expect([readInstant(day, DATE, zone), endOfDay(day, zone)]).toEqual([at(begin), at(end)]);
    expect(firstNotBefore(at(begin) + 1n, DATE, zone)).toBe(firstNotBefore(at(end), DATE, zone));
    expect(readInstant(firstNotBefore(at(begin), DATE, zone)!, DATE, zone)).toBe(at(begin));
  });

  it('finds the first of two days that begin at one instant, and none beyond the calendar', () => {
    expect(firstNotBefore(at('2011-12-30T10:00:00Z'), DATE, 'Pacific/Apia')).toBe('2011-12-30');
    expect(firstNotBefore(at('9999-12-31T23:59:59Z'), DATE, 'Pacific/Kiritimati')).toBeUndefined();
    expect(firstNotBefore(at('0001-01-01') - 1n, DATE, 'America/Lima')).toBe('0001-01-01');
  });

  it.each([
    ['2024-05-01', DATE, '2024-05-01'],
    ['2024-05-01 10:00:00', WALL, '2024-05-01T01:00:00Z'],
    ['2024-05-01 10:00:00', INSTANT, '2024-05-01T10:00:00Z'],
    ['infinity', INSTANT, 'infinity'],
    ['-infinity', DATE, '-infinity'],
  ])('shows %s', (text, kind, shown) => expect(shownTime(text, kind, 'Asia/Tokyo')).toBe(shown));

  it('counts months by the calendar, the day clamped', () =>
    expect(monthsBefore(at('2024-03-31T12:00:00Z'), 1)).toBe(at('2024-02-29T12:00:00Z')));
});
