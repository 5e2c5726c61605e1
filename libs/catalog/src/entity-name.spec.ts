import { entityNameFault, partNameFault } from './fqn';

const CLEF = '𝄞';

describe('names', () => {
  it.each(['a', 'a.b', 'ü 中', ' ', '%/?#', 'a:b', "it's", CLEF.repeat(256)])('of entities may be %j', (name) => {
    expect(entityNameFault(name)).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    ['a::b', '"::"'],
    ['a"b', 'double quote'],
    ['a\nb', 'control'],
    ['a\u0000', 'control'],
    ['a\u007f', 'control'],
    ['a\u0085', 'control'],
    ['x'.repeat(257), '256'],
    [CLEF.repeat(257), '256'],
  ])('of entities are not %j', (name, reason) => {
    expect(entityNameFault(name)).toContain(reason);
  });

  it.each(['a::b', 'a"b', 'a.b', CLEF.repeat(256)])('of columns may be %j', (name) => {
    expect(partNameFault(name)).toBeUndefined();
  });

  it.each(['', 'a\tb', 'x'.repeat(257)])('of columns are not %j', (name) => {
    expect(partNameFault(name)).toEqual(expect.any(String));
  });
});
