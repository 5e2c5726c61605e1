import { bandText, valueText } from './learned-words';

describe('values of a learned baseline in words', () => {
  it.each([
    [45, '45 s'],
    [600, '10 min'],
    [5_400, '1.5 h'],
    [86_400, '24 h'],
    [259_200, '3 days'],
  ])('says an age of %d seconds', (seconds, text) => expect(valueText('freshness', seconds)).toBe(text));

  it('counts rows', () => {
    expect(valueText('volume', 12_345.4)).toBe('12,345 rows');
    expect(valueText('volume', 1)).toBe('1 row');
  });

  it('says the band where there is one', () => {
    expect(bandText({ metric: 'volume', low: 900, high: 1100 })).toBe('900 rows to 1,100 rows');
    expect(bandText({ metric: 'freshness', high: 7_200 })).toBe('up to 2 h');
    expect(bandText({ metric: 'volume' })).toBeUndefined();
  });
});
