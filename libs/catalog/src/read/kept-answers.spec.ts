import { KeptAnswers, type KeptAnswer } from './kept-answers';

const answer = (json: string): KeptAnswer => ({ answer: { json, id: 'i', version: '0.1' }, node: '1', stamp: 's' });

describe('KeptAnswers', () => {
  const TEXT = 'x'.repeat(500);
  // Two entries fill a generation.
  const make = (): KeptAnswers => new KeptAnswers(2_000);

  it('gives back what was put last', () => {
    const kept = make();
    const second = answer('{"a":2}');
    kept.set('a', answer('{"a":1}'));
    kept.set('a', second);
    expect([kept.get('a'), kept.get('b')]).toEqual([second, undefined]);
  });

  it('drops what was not asked for while two generations came', () => {
    const kept = make();
    for (const key of ['a', 'b', 'c', 'd', 'e']) kept.set(key, answer(TEXT));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => kept.get(key))).toEqual(['c', 'd', 'e']);
  });

  it('holds on to what is asked for', () => {
    const kept = make();
    kept.set('a', answer(TEXT));
    for (let n = 0; n < 20; n++) {
      kept.set(`other ${n}`, answer(TEXT));
      expect(kept.get('a')).toBeDefined();
    }
    expect(kept.get('other 0')).toBeUndefined();
  });

  it('does not keep a text that would drive out many others', () => {
    const kept = new KeptAnswers();
    kept.set('long', answer('x'.repeat(300 * 1024)));
    expect(kept.get('long')).toBeUndefined();
  });
});
