import { figureOf, jsonNumber, sumOf } from './json-value';

describe('figures of a profile', () => {
  it.each([
    ['1', 1],
    ['-1.25', -1.25],
    ['2.50', 2.5],
    ['1e-7', 1e-7],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740993', '-9007199254740993'],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
  ])('show the extreme %s as %p', (text, shown) => {
    expect(jsonNumber(text)).toBe(shown);
  });

  it.each([
    ['15', 15],
    ['13.75', 13.75],
    ['9007199254740992', undefined],
    ['NaN', undefined],
  ])('show the sum %s as %p', (text, shown) => {
    expect(sumOf(text)).toBe(shown);
  });

  it.each([
    ['0.47140452079103168', 0.4714045207910317],
    ['1e300', 1e300],
    ['Infinity', undefined],
    ['NaN', undefined],
  ])('show the figure %s as %p', (text, shown) => {
    expect(figureOf(text)).toBe(shown);
  });
});
