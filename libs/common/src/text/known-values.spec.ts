import { KnownValues } from './known-values';

describe('KnownValues', () => {
  const made: string[] = [];
  const of = (values: KnownValues<string>, text: string): string =>
    values.of(text, () => {
      made.push(text);
      return text.toUpperCase();
    });
  beforeEach(() => made.splice(0));

  it('makes a value once', () => {
    const values = new KnownValues<string>(2, 5);
    expect(['a', 'b', 'a', 'b'].map((text) => of(values, text))).toEqual(['A', 'B', 'A', 'B']);
    expect(made).toEqual(['a', 'b']);
  });

  it('forgets all of them where one more does not fit', () => {
    const values = new KnownValues<string>(2, 5);
    for (const text of ['a', 'b', 'c', 'c', 'a']) of(values, text);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  it('does not keep long texts', () => {
    const values = new KnownValues<string>(2, 5);
    for (const text of ['long text', 'long text']) expect(of(values, text)).toBe('LONG TEXT');
    expect(made).toEqual(['long text', 'long text']);
  });
});
