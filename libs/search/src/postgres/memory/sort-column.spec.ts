import fc from 'fast-check';
import { realOf, SortColumn } from './sort-column';

describe('realOf', () => {
  it.each<[number, number]>([
    [0, 0],
    [1, 1],
    [0.1, 0.1],
    [1 / 3, 0.33333334],
    [16_777_217, 16_777_216],
    [9.87654321, 9.876543],
    [1e38, 1e38],
    [1.17549435e-38, 1.1754944e-38],
  ])('%d is written as %d', (value, written) => {
    expect(realOf(value)).toBe(written);
  });

  it('stands for the same 32 bits', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(Math.fround(realOf(value)), value) || value === 0).toBe(true);
      }),
    );
  });
});

describe('SortColumn', () => {
  it('ranks texts by code point, numbers and booleans by value, and what has none with -1', () => {
    expect([...new SortColumn(['b', null, '\u{10000}', '\uffff', 'b', 'B']).ranks]).toEqual([1, -1, 3, 2, 1, 0]);
    expect([...new SortColumn([10, 9, null, -1]).ranks]).toEqual([2, 1, -1, 0]);
    expect([...new SortColumn([true, false, true]).ranks]).toEqual([1, 0, 1]);
  });

  it('places a value that no document has between the others', () => {
    const column = new SortColumn(['b', 'd']);
    expect(['a', 'b', 'c', 'd', 'e'].map((value) => column.rankOf(value))).toEqual([-0.5, 0, 0.5, 1, 1.5]);
  });

  it('does not place a value of another type', () => {
    expect(new SortColumn([1, 2]).rankOf('1')).toBeUndefined();
    expect(new SortColumn([null]).rankOf('1')).toBe(-0.5);
  });
});
