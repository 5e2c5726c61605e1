import { classificationRank } from './diff-security';

describe('classificationRank', () => {
  it.each([
    [0, ['public', 'open', 'unclassified', 'none']],
    [1, ['internal', 'private', 'general']],
    [2, ['confidential', 'sensitive', 'pii', 'personal']],
    [3, ['restricted', 'highly confidential', 'highly sensitive']],
    [4, ['secret', 'highly restricted']],
    [5, ['top secret']],
  ])('%i: %j, in any spelling', (rank, words) => {
    const spelt = words.flatMap((word) => [word, word.toUpperCase(), ` ${word}\t`, word.replaceAll(' ', '_- ')]);
    expect(spelt.map((word) => classificationRank(word))).toEqual(spelt.map(() => rank));
  });

  it('no classification binds no more than the lowest', () => {
    expect(classificationRank(undefined)).toBe(0);
  });

  it.each(['', 'odd', 'topsecret', 'highly', 'public data'])('%j has no known rank', (word) => {
    expect(classificationRank(word)).toBeUndefined();
  });
});
