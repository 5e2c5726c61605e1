import { array, closed, integer, mapOf, openObject, part, text } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { CheckReport } from './check-report';
import { CheckCompiler } from './compile-check';

const PARTS: Record<string, JsonSchema> = { Column: closed({ name: text, children: array(part('Column')) }) };
const SCHEMA = closed({
  name: text,
  columns: array(part('Column')),
  extension: openObject,
  texts: mapOf(text),
  rule: {},
});

const kept = (data: unknown): unknown => new CheckCompiler(PARTS).compile(SCHEMA)(data, new CheckReport());

describe('nulls in a body that is checked', () => {
  it.each<[string, unknown, unknown]>([
    ['members', { name: null, columns: [] }, { columns: [] }],
    ['members that the schema lacks', { nme: null }, {}],
    ['members of a map', { texts: { a: null, b: 'x' } }, { texts: { b: 'x' } }],
    [
      'members of parts, nested',
      { columns: [{ name: 'a', children: [{ name: null }] }] },
      { columns: [{ name: 'a', children: [{}] }] },
    ],
  ])('%s are absent', (_, data, expected) => {
    expect(kept(data)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['in open objects', { extension: { a: null, b: [null] } }],
    ['in rules', { rule: { '==': [{ var: 'x' }, null] } }],
    ['as items of arrays', { columns: [null] }],
    ['beside values of a wrong type', { columns: 'x', extension: 5 }],
  ])('stay %s', (_, data) => {
    expect(kept(data)).toEqual(data);
  });

  it.each([null, 'text', 5, true])('%j is given back', (data) => {
    expect(kept(data)).toBe(data);
  });

  it('a schema with a keyword that is not checked is refused when it is compiled', () => {
    expect(() => new CheckCompiler({}).compile({ anyOf: [integer] } as JsonSchema)).toThrow('anyOf');
    expect(() => new CheckCompiler({}).compile({ type: 'string', format: 'colour' })).toThrow('colour');
  });
});
