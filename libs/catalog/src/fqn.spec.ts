import * as fc from 'fast-check';
import { joinFqn, quoteName, splitFqn } from './fqn';

describe('quoteName', () => {
  it.each([
    ['orders', 'orders'],
    ['a.b', '"a.b"'],
    ['.', '"."'],
    ['ü 中/%', 'ü 中/%'],
    ['say "hi"', '"say ""hi"""'],
    ['a".b', '"a"".b"'],
  ])('%s → %s', (name, expected) => {
    expect(quoteName(name)).toBe(expected);
  });
});

describe('joinFqn', () => {
  it.each<[string | undefined, string[], string]>([
    [undefined, ['shop'], 'shop'],
    [undefined, ['a.b'], '"a.b"'],
    ['shop', ['public'], 'shop.public'],
    ['"a.b"', ['c.d'], '"a.b"."c.d"'],
    ['svc', ['model', 'a.b'], 'svc.model."a.b"'],
    ['svc', [], 'svc'],
  ])('%s and %j → %s', (parent, names, expected) => {
    expect(joinFqn(parent, ...names)).toBe(expected);
  });
});

describe('splitFqn', () => {
  it.each<[string, string[] | undefined]>([
    ['shop', ['shop']],
    ['a.b.c', ['a', 'b', 'c']],
    ['"a.b".c', ['a.b', 'c']],
    ['"say ""hi"""', ['say "hi"']],
    ['', undefined],
    ['.', undefined],
    ['a.', undefined],
    ['.a', undefined],
    ['a..b', undefined],
    ['"a', undefined],
    ['a"b', undefined],
    ['""', undefined],
    ['"a"b', undefined],
  ])('%s → %j', (fqn, expected) => {
    expect(splitFqn(fqn)).toEqual(expected);
  });

  it('gives back the names that were joined, whatever they hold', () => {
    const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', '.', '"', 'ü', '中', ' ', '/', ':') });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        expect(splitFqn(joinFqn(undefined, ...names))).toEqual(names);
      }),
    );
  });
});
