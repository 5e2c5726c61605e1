import { closed, integer, oneOf, text } from '../definition/build';
import type { JsonSchema } from '../definition/json-schema';
import { schemaCompiler } from './keywords';
import { schemaFaults } from './schema-faults';

function faultsOf(schema: JsonSchema, data: unknown): string[] {
  const validate = schemaCompiler({}).compile(schema as object);
  validate(data);
  return schemaFaults(validate.errors ?? []).map(({ field, message }) => `${field} ${message}`);
}

describe('schemaFaults', () => {
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
  ])('tells %s', (_, schema, data, told) => {
    expect(faultsOf(schema, data)).toEqual([told]);
  });
});
