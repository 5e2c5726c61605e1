import { compareValues } from './data-column';

describe('values that rows are sorted by', () => {
  it('compares numbers by size', () => {
    expect([10, 9, -1, 1e12].sort(compareValues)).toEqual([-1, 9, 10, 1e12]);
  });

  it('compares texts without regard to case, and the numbers in them by size', () => {
    expect(['shop_10', 'Shop_9', 'archive', 'Ärzte'].sort(compareValues)).toEqual([
      'archive',
      'Ärzte',
      'Shop_9',
      'shop_10',
    ]);
  });
});
