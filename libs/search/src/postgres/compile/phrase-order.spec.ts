import { phraseOrders } from './phrase-leaf';

const words = (text: string) => text.split(' ');

describe('the orders of a phrase', () => {
  it('are one without slop', () => {
    expect(phraseOrders(words('a b c'), 0, 256)).toEqual([[0, 1, 2]]);
  });

  it('have a swap of neighbours at the price of two', () => {
    const relative = (slop: number) =>
      phraseOrders(words('a b'), slop, 256)
        ?.map(([a = 0, b = 0]) => b - a)
        .sort((x, y) => x - y);
    expect(relative(1)).toEqual([0, 1, 2]);
    expect(relative(2)).toEqual([-1, 0, 1, 2, 3]);
  });

  it('never let equal words share a place', () => {
    expect(phraseOrders(words('a a'), 1, 256)).not.toContainEqual([1, 1]);
    expect(phraseOrders(words('a b'), 1, 256)).toContainEqual([1, 1]);
  });

  it('are none where they are too many, however many', () => {
    expect(phraseOrders(words('a b c'), 20, 256)).toBeUndefined();
    expect(
      phraseOrders(
        Array.from({ length: 5_000 }, () => 'a'),
        1_000_000,
        256,
      ),
    ).toBeUndefined();
  });
});
