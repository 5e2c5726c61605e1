import { statusFrom, statusWord, termsFrom, termsTo } from './texts';

describe('terms of use', () => {
  it.each([
    [{}, undefined],
    [{ usage: 'a' }, '## Usage\n\na'],
    [{ limitations: 'b' }, '## Limitations\n\nb'],
    [{ usage: 'a\n\nmore', limitations: 'b' }, '## Usage\n\na\n\nmore\n\n## Limitations\n\nb'],
  ])('of %j are one text, and come apart again', (terms, text) => {
    expect(termsFrom(terms)).toBe(text);
    expect(termsTo(text)).toEqual(terms);
  });

  it('without our headings are all usage', () => {
    expect(termsTo('Be kind.')).toEqual({ usage: 'Be kind.' });
  });
});

describe('status', () => {
  it.each([
    ['active', 'Active'],
    [' ACTIVE ', 'Active'],
    ['proposed', 'Draft'],
    ['draft', 'Draft'],
    ['in development', 'Draft'],
    ['deprecated', 'Deprecated'],
    ['retired', 'Deprecated'],
    ['constructor', undefined],
    ['', undefined],
    [5, undefined],
  ])('%j is %j', (word, expected) => {
    expect(statusFrom(word)).toBe(expected);
  });

  it.each([
    ['Active', 'active'],
    ['Approved', 'active'],
    ['Draft', 'draft'],
    ['In Review', 'proposed'],
    ['Deprecated', 'deprecated'],
    ['Rejected', 'draft'],
  ])('%s goes out as %s', (status, expected) => {
    expect(statusWord(status)).toBe(expected);
  });
});
