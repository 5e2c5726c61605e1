import { entityNameFault, partNameFault, principalNameFault } from './entity-name';

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

  it.each(['ad\u200bmin', 'admin\u202e', '\u2066a', 'a\ufeff', 'a\u00ad', 'a\u3164', 'a\u2028', 'a\u{e0041}'])(
    'that rights are given to are not %j',
    (name) => {
      expect(entityNameFault(name)).toBeUndefined();
      expect(principalNameFault(name)).toMatch(/invisible or directional characters; it has U\+[0-9A-F]{4,6}$/);
    },
  );

  it.each(['admin', 'jan.novák', 'Üñï 中文', 'مدير', CLEF])('that rights are given to may be %j', (name) => {
    expect(principalNameFault(name)).toBeUndefined();
  });

  it.each(['a::b', 'a"b', 'a.b', CLEF.repeat(256)])('of columns may be %j', (name) => {
    expect(partNameFault(name)).toBeUndefined();
  });

  it.each(['', 'a\tb', 'x'.repeat(257)])('of columns are not %j', (name) => {
    expect(partNameFault(name)).toEqual(expect.any(String));
  });
});
