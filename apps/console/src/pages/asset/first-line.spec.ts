import { firstLineOf } from './first-line';

describe('the first line of a description', () => {
  it.each([
    [
      'What **a customer** buys, see [the terms](https://example.com).\n\nMore of it',
      'What a customer buys, see the terms.',
    ],
    ['# Orders\nof the `shop`', 'Orders of the shop'],
    ['<b>bold</b> *', '<b>bold</b> *'],
    ['', ''],
  ])('of %j is %j', (markdown, line) => expect(firstLineOf(markdown)).toBe(line));

  it('ends where it is too long', () => {
    expect(firstLineOf('word '.repeat(100))).toHaveLength(161);
    expect(firstLineOf(undefined)).toBe('');
  });
});
