import { array, closed, mapOf, openObject, part, text } from '../definition/build';
import type { JsonSchema } from '../definition/json-schema';
import { dropNulls } from './drop-nulls';

const PARTS: Record<string, JsonSchema> = { Column: closed({ name: text, children: array(part('Column')) }) };
const SCHEMA = closed({
  name: text,
  columns: array(part('Column')),
  extension: openObject,
  texts: mapOf(text),
  rule: {},
});

describe('dropNulls', () => {
  it.each<[string, unknown, unknown]>([
    ['members', { name: null, columns: [] }, { columns: [] }],
    ['members that the schema lacks', { nme: null }, {}],
    [
      'members of parts, nested',
      { columns: [{ name: 'a', children: [{ name: null }] }] },
      { columns: [{ name: 'a', children: [{}] }] },
    ],
  ])('takes out %s', (_, data, expected) => {
    expect(dropNulls(data, SCHEMA, PARTS)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['what lies in open objects', { extension: { a: null, b: [null] } }],
    ['what lies in rules', { rule: { '==': [{ var: 'x' }, null] } }],
    ['items of arrays', { columns: [null] }],
    ['values that are no objects', { columns: 'x', extension: 5 }],
    ['unknown members, for the check to name them', { nme: { a: null } }],
  ])('leaves %s', (_, data) => {
    expect(dropNulls(data, SCHEMA, PARTS)).toEqual(data);
  });

  it.each([null, 'text', 5, true])('gives back %j', (data) => {
    expect(dropNulls(data, SCHEMA, PARTS)).toBe(data);
  });
});
