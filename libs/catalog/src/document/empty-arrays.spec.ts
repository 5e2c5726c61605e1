import { array, closed, openObject, part, text } from '../definition/build';
import type { JsonSchema } from '../definition/json-schema';
import { EmptyArrays } from './empty-arrays';

const PARTS: Record<string, JsonSchema> = {
  Column: closed({ name: text, tags: array(text), children: array(part('Column')) }),
};
const SCHEMA = closed({
  name: text,
  tags: array(text),
  columns: array(part('Column')),
  model: closed({ columns: array(part('Column')) }),
  extension: openObject,
});

describe('EmptyArrays', () => {
  it('adds what is absent, at every depth that exists, and no object', () => {
    const data = { columns: [{ name: 'a', children: [{ name: 'b' }] }], extension: { list: [] } };
    new EmptyArrays(PARTS).add(data, SCHEMA);
    expect(data).toEqual({
      tags: [],
      columns: [{ name: 'a', tags: [], children: [{ name: 'b', tags: [], children: [] }] }],
      extension: { list: [] },
    });
  });

  it('takes out again what stayed empty, and nothing else', () => {
    const data = { columns: [{ name: 'a', tags: [] }], extension: { list: [] } };
    const before = structuredClone(data);
    const arrays = new EmptyArrays(PARTS);
    arrays.add(data, SCHEMA);
    arrays.remove(data);
    expect(data).toEqual(before);
  });

  it('leaves what was put into them', () => {
    const data: Record<string, unknown> = { model: {} };
    const arrays = new EmptyArrays(PARTS);
    arrays.add(data, SCHEMA);
    (data.tags as string[]).push('A');
    ((data.model as Record<string, unknown[]>).columns as unknown[]).push({ name: 'a' });
    arrays.remove(data);
    expect(data).toEqual({ tags: ['A'], model: { columns: [{ name: 'a' }] } });
  });

  it('takes an array that was there and was emptied by the patch for meant', () => {
    const data = { tags: ['A'] };
    const arrays = new EmptyArrays(PARTS);
    arrays.add(data, SCHEMA);
    data.tags.pop();
    arrays.remove(data);
    expect(data).toEqual({ tags: [] });
  });

  it.each([null, 'text', 5, [1]])('is not troubled by %j in the place of an object', (data) => {
    const arrays = new EmptyArrays(PARTS);
    const before = structuredClone(data);
    arrays.add(data, SCHEMA);
    arrays.remove(data);
    expect(data).toEqual(before);
  });
});
