import { MostUsed } from './most-used';

describe('MostUsed', () => {
  const TEXT = 'x'.repeat(500);
  /** There is room for three of these. */
  const make = (): MostUsed<string> =>
    new MostUsed({ most: 3_000, largest: 1_500, sizeOf: ({ length }: string) => length });
  const ask = (kept: MostUsed<string>, keys: readonly string[]): string[] =>
    keys.filter((key) => {
      const isFound = kept.get(key) !== undefined;
      if (!isFound) kept.set(key, TEXT);
      return isFound;
    });

  it('gives back what was put last', () => {
    const kept = make();
    kept.set('a', 'first');
    kept.set('a', 'second');
    expect([kept.get('a'), kept.get('b')]).toEqual(['second', undefined]);
  });

  it('holds on to what is asked for most', () => {
    const kept = make();
    const most = ['a', 'b', 'c'];
    ask(kept, [...most, ...most]);
    for (let n = 0; n < 20; n++) {
      ask(kept, [`other ${n}`]);
      expect(ask(kept, most)).toEqual(most);
    }
    expect(kept.get('other 0')).toBeUndefined();
  });

  it('lets go of what is asked for less', () => {
    const kept = make();
    ask(kept, ['a', 'b', 'c', 'a', 'b']);
    ask(kept, ['d', 'd', 'd']);
    expect(['a', 'b', 'c', 'd'].filter((key) => kept.get(key))).toEqual(['a', 'b', 'd']);
  });

  it('forgets what was asked for long ago', () => {
    const kept = make();
    for (let n = 0; n < 100; n++) ask(kept, ['a', 'b', 'c']);
    for (let n = 0; n < 1_000_000; n++) kept.get('of none');
    ask(kept, ['d', 'd', 'd', 'd', 'd']);
    expect(kept.get('d')).toBeDefined();
  });

  it('has room again for what has become shorter', () => {
    const kept = make();
    ask(kept, ['a', 'b', 'c']);
    for (const key of ['a', 'b']) kept.set(key, '');
    ask(kept, ['d']);
    expect(ask(kept, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not keep a text that would drive out many others', () => {
    const kept = make();
    for (const length of [1_500, 1_501]) kept.set(`of ${length}`, 'x'.repeat(length));
    expect([kept.get('of 1500')?.length, kept.get('of 1501')]).toEqual([1_500, undefined]);
  });

  it('tells how often something was asked for, kept or not', () => {
    const kept = make();
    ask(kept, ['a', 'a', 'b']);
    kept.set('unasked', TEXT);
    expect(['a', 'b', 'unasked'].map((key) => kept.usesOf(key))).toEqual([2, 1, 0]);
  });
});
