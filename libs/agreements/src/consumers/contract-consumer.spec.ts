import type { NameCase } from '@app/datatypes';
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
    ['who relies on it in other letters', ['a.b'], ['A.B.dataType'], true],
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
    const ofDocument = (at: string, column: unknown) => ({ ...change(`odcs:${at}`), from: [column, 'x.y'] });
    expect(brokenColumns([ofDocument('schema[0].properties[0].relationships[0]', 'a')])).toEqual(['a']);
    expect(brokenColumns([ofDocument('schema[0].relationships[0]', null)])).toBeUndefined();
    expect(brokenColumns([ofDocument('slaProperties[0]', 'slaProperties')])).toBeUndefined();
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
    expect(knownPath(text, { paths, nameCase: 'exact', areOfAsset: true })).toBe(expected);
  });

  it.each<[string, NameCase, string | undefined]>([
    ['ID', 'foldsDown', 'id'],
    ['Id', 'foldsDown', 'id'],
    ['"ID"', 'foldsDown', undefined],
    ['id', 'foldsUp', 'id'],
    ['key', 'foldsUp', undefined],
    ['HOME.zip', 'blind', 'home.ZIP'],
    ['HOME.zip', 'exact', undefined],
    ['kEY', 'blind', undefined],
  ])('%s of a platform of names that are %s is %s', (text, nameCase, expected) => {
    const paths = new Set(['id', 'home', 'home.ZIP', 'Key', 'keY']);
    expect(knownPath(text, { paths, nameCase, areOfAsset: false })).toBe(expected);
  });

  it('of an asset is the name itself, or what a text folds to', () => {
    const asset = { paths: new Set(['id', 'Key']), nameCase: 'foldsDown', areOfAsset: true } as const;
    expect(['ID', 'key', 'Key'].map((text) => knownPath(text, asset))).toEqual(['id', undefined, 'Key']);
  });
});
