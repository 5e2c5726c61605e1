import { KeptAnswers, type KeptAnswer } from './kept-answers';

const answer = (json: string): KeptAnswer => ({ answer: { json, id: 'i', version: '0.1' }, node: '1', stamp: 's' });

describe('KeptAnswers', () => {
  const TEXT = 'x'.repeat(500);
  /** There is room for three of these. */
  const make = (): KeptAnswers => new KeptAnswers(3_000);
  const ask = (kept: KeptAnswers, keys: readonly string[]): string[] =>
    keys.filter((key) => {
      const found = kept.get(key);
      if (!found) kept.set(key, answer(TEXT));
      return found;
    });

  it('gives back what was put last', () => {
    const kept = make();
    const second = answer('{"a":2}');
    kept.set('a', answer('{"a":1}'));
    kept.set('a', second);
    expect([kept.get('a'), kept.get('b')]).toEqual([second, undefined]);
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
    for (const key of ['a', 'b']) kept.set(key, answer(''));
    ask(kept, ['d']);
    expect(ask(kept, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not keep a text that would drive out many others', () => {
    const kept = new KeptAnswers();
    kept.set('long', answer('x'.repeat(300 * 1024)));
    expect(kept.get('long')).toBeUndefined();
  });
});
