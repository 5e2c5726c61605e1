import { expandedWords, isWhole } from './word-limit';

describe('expandedWords', () => {
  it.each([
    ['text.name:fact', ['fact']],
    ['(text.name:fact text.name:dim) text.description:fact', ['fact', 'dim']],
    ['((text.name:abc)^0.75 text.name:abd) (text.name.stem:abc)^0.5', ['abc', 'abd']],
    ['(ConstantScore(text.name:fact_orders))^2.0', ['fact_orders']],
    ['MatchNoDocsQuery("empty BooleanQuery")', []],
    ['', []],
  ])('of %s in text.name', async (explanation, wanted) => {
    expect((await expandedWords(explanation)).get('text.name') ?? []).toEqual(wanted);
  });

  it('counts each value of a keyword once', async () => {
    const words = await expandedWords('value.owners_name:ann lee value.owners_name:bob');
    expect(words.get('value.owners_name')).toHaveLength(2);
  });
});

describe('isWhole', () => {
  it.each([
    ['fact_orders', true],
    ['v2', true],
    ['a.b', true],
    ['orders', false],
    ['httpserver', false],
    ['42', false],
  ])('%s: %s', (word, wanted) => {
    expect(isWhole(word)).toBe(wanted);
  });
});
