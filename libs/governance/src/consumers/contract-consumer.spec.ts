import { brokenColumns, isConcerned, knownPath } from './contract-consumer';

describe('whom a change concerns', () => {
  it.each<[string, string[] | undefined, string[] | undefined, boolean]>([
    ['who relies on the whole', undefined, ['a'], true],
    ['who names no column', [], ['a'], true],
    ['everybody where the change is not of columns', ['a'], undefined, true],
    ['who relies on the column', ['a', 'b'], ['b'], true],
    ['who relies on its parent', ['a'], ['a.b'], true],
    ['who relies on a child', ['a.b.c'], ['a.b'], true],
    ['nobody of another column', ['a'], ['ab'], false],
    ['nobody of a sibling', ['a.b'], ['a.c'], false],
  ])('is %s', (_, relied, changed, expected) => {
    expect(isConcerned(relied, changed)).toBe(expected);
  });

  it('follows from the breaking changes, where all are of columns', () => {
    const change = (path: string, compatibility = 'breaking') => ({ path, compatibility });
    expect(brokenColumns([change('schema.a'), change('schema.b.dataType'), change('sla', 'info')])).toEqual([
      'a',
      'b.dataType',
    ]);
    expect(brokenColumns([change('schema.a'), change('sla.availability')])).toBeUndefined();
  });
});

describe('the path of a column', () => {
  const paths = new Set(['a', 'a.b', 'a."c.d"', '"e.f"']);

  it.each([
    ['a.b', 'a.b'],
    ['a."c.d"', 'a."c.d"'],
    ['"a"."b"', 'a.b'],
    ['"e.f"', '"e.f"'],
    ['e.f', undefined],
    ['a.x', undefined],
    ['a."', undefined],
    ['', undefined],
  ])('%s is %s', (text, expected) => {
    expect(knownPath(text, paths)).toBe(expected);
  });
});
