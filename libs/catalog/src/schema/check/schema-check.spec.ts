import { array, closed, integer, oneOf, openObject, text } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { schemaCheck } from './schema-check';

function faultsOf(schema: JsonSchema, data: unknown): string[] {
  return schemaCheck(schema)(data).faults.map(({ field, message }) => `${field} ${message}`);
}

describe('what a schema finds wrong', () => {
  it.each<[string, JsonSchema, unknown, string]>([
    ['a missing member', closed({ a: text }, ['a']), {}, 'a is required'],
    ['an unknown member', closed({ a: text }), { b: 1 }, 'b is unknown here; known: a'],
    ['a member that is unknown inside', closed({ a: closed({}) }), { a: { b: 1 } }, 'a.b is unknown here; known: '],
    ['another type', closed({ a: integer }), { a: 'x' }, 'a must be an integer, got the string "x"'],
    [
      'one of several types',
      closed({ a: { type: ['string', 'null'] } }),
      { a: 5 },
      'a must be a string or null, got the number 5',
    ],
    ['a word off the list', closed({ a: oneOf('x', 'y') }), { a: 'z' }, 'a must be one of x, y; got "z"'],
    ['a number out of bounds', closed({ a: { type: 'integer', minimum: 1 } }), { a: 0 }, 'a must be at least 1, got 0'],
    [
      'an integer beyond what is safe',
      closed({ a: integer }),
      { a: 2 ** 53 },
      'a must be at most 9007199254740991, got 9007199254740992',
    ],
    [
      'a long value in few words',
      closed({ a: oneOf('x') }),
      { a: 'y'.repeat(100) },
      `a must be one of x; got "${'y'.repeat(56)}…`,
    ],
    ['an object where a word is due', closed({ a: oneOf('x') }), { a: {} }, 'a must be one of x; got an object'],
    ['a text that is too long', { type: 'string', maxLength: 2 }, '😀😀😀', ' has 3 characters; at most 2 are allowed'],
    ['too many items', { type: 'array', maxItems: 1 }, [1, 2], ' has 2 items; at most 1 are allowed'],
    ['too many members', { type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, ' has 2 members; at most 1 are allowed'],
    [
      'an object with too many bytes',
      { ...openObject, maxBytes: 10 },
      { a: 'ééééé' },
      ' must have at most 10 bytes as JSON',
    ],
  ])('tells %s', (_, schema, data, told) => {
    expect(faultsOf(schema, data)).toEqual([told]);
  });

  it('checks no more than twice as many items as a list may have, and keeps them all', () => {
    const schema = { type: 'array', maxItems: 2, items: integer } as const;
    const { value, faults } = schemaCheck(schema)([1, 2, 3, 'x', 'y']);
    expect(value).toEqual([1, 2, 3, 'x', 'y']);
    expect(faults.map(({ field }) => field)).toEqual(['', '[3]']);
  });

  it('takes characters, not code units, for the length of a text', () => {
    expect(faultsOf({ type: 'string', minLength: 2, maxLength: 3 }, '😀😀😀')).toEqual([]);
    expect(faultsOf({ type: 'string', minLength: 2 }, '😀')).toHaveLength(1);
  });

  it('stops behind the hundredth fault, however many there are and wherever they stand', () => {
    const item = closed({ a: text }, ['a', 'b', 'c']);
    const wrong = { items: Array.from({ length: 200_000 }, () => ({})) };
    const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, at]));
    const started = process.cpuUsage();
    for (const data of [wrong, unknown, { items: [unknown] }, { items: wrong.items.map(() => unknown) }])
      expect(faultsOf(closed({ items: array(item) }), data).length).toBeLessThan(110);
    // About 100 ms; minutes if the faults of all items were collected.
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
