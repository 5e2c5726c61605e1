import { shape } from '@app/catalog';
import { bodyReader } from './body-check';
import { count, instant, list, smallObject } from './body-schema';

const SCHEMA = smallObject(
  {
    at: instant,
    n: count,
    word: shape.oneOf('a', 'b'),
    free: shape.openObject,
    parts: list(shape.closed({ x: shape.text }), 2),
  },
  ['at'],
);
const read = bodyReader<Record<string, unknown>>('a thing', SCHEMA, ({ n }) =>
  n === 7 ? [{ field: 'n', message: 'must not be seven' }] : [],
);

const AT = 1_700_000_000_000;

function faults(body: unknown): string[] {
  try {
    read(body);
  } catch (error) {
    const { code, details = [] } = error as { code: string; details?: { field: string; message: string }[] };
    expect(code).toBe('BAD_REQUEST');
    return details.map(({ field, message }) => `${field} ${message}`);
  }
  throw new Error('it was taken');
}

describe('bodyReader', () => {
  it('gives what was sent, without the nulls of known shapes and with those of open ones', () => {
    const sent = { at: AT, n: null, free: { kept: null }, parts: [{ x: null }] };
    expect(read(sent)).toEqual({ at: AT, free: { kept: null }, parts: [{}] });
    expect(sent.n).toBeNull();
  });

  it.each([
    [{}, 'at is required'],
    [{ at: null }, 'at is required'],
    [{ at: 1_700_000_000 }, 'at looks like seconds; epoch milliseconds from 1e11 to 8.64e15 are allowed'],
    [{ at: -1 }, 'at looks like seconds; epoch milliseconds from 1e11 to 8.64e15 are allowed'],
    [{ at: 8.64e15 + 1 }, 'at must be at most 8640000000000000, got 8640000000000001'],
    [{ at: AT + 0.5 }, 'at must be an integer, got the number 1700000000000.5'],
    [{ at: '1700000000000' }, 'at must be an integer, got the string "1700000000000"'],
    [{ at: AT, n: -1 }, 'n must be at least 0, got -1'],
    [{ at: AT, n: 2 ** 53 }, 'n must be at most 9007199254740991, got 9007199254740992'],
    [{ at: AT, word: 'c' }, 'word must be one of a, b; got "c"'],
    [{ at: AT, constructor: 1 }, 'constructor is unknown here; known: at, n, word, free, parts'],
    [{ at: AT, parts: [{ x: 1 }] }, 'parts[0].x must be a string, got the number 1'],
    [{ at: AT, parts: [{}, {}, {}] }, 'parts has 3 items; at most 2 are allowed'],
    [{ at: AT, parts: [{ 'a.b': 1 }] }, 'parts[0]."a.b" is unknown here; known: x'],
    [{ at: AT, n: 7 }, 'n must not be seven'],
  ])('says of %j that %s', (body, expected) => {
    expect(faults(body)).toEqual([expected]);
  });

  it('names every wrong field', () => {
    expect(faults({ n: 'x', word: 'c' })).toEqual([
      'at is required',
      'n must be an integer, got the string "x"',
      'word must be one of a, b; got "c"',
    ]);
  });

  it('refuses an object of more than 64 KiB', () => {
    const free = { text: 'x'.repeat(65_536) };
    expect(faults({ at: AT, free })).toContain('free must have at most 65536 bytes as JSON');
  });

  it.each([undefined, null, 'text', 3])('takes %j for no body', (body) => {
    expect(() => read(body)).toThrow('The body must be JSON that describes a thing');
  });

  it('names an array where an object is due', () => {
    expect(() => read([])).toThrow('must be an object');
  });
});
