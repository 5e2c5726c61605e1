import { ExpectedParents } from './expected-parents';

describe('expected parents', () => {
  it('are those of the last page of the same list', () => {
    const expected = new ExpectedParents();
    expect(expected.of('tables', 1_000)).toBeUndefined();
    expected.note('tables', [1, 2]);
    expect(expected.of('tables', 1_000)).toEqual([1, 2]);
    expect(expected.of('topics', 1_000)).toBeUndefined();
    expected.note('tables', [3]);
    expect(expected.of('tables', 1_000)).toEqual([3]);
    expected.note('domains', []);
    expect(expected.of('domains', 10)).toEqual([]);
  });

  it('are few beside the rows of a page', () => {
    const expected = new ExpectedParents();
    expected.note('tables', [1, 2]);
    expect(expected.of('tables', 64)).toBeUndefined();
    expect(expected.of('tables', 65)).toEqual([1, 2]);
  });

  it('are not expected for a while after a page that had another one', () => {
    const expected = new ExpectedParents();
    expected.note('tables', [1]);
    expected.missed('tables');
    for (let page = 0; page < 15; page++) {
      expect(expected.of('tables', 10)).toBeUndefined();
      expected.note('tables', [2]);
    }
    expect(expected.of('tables', 10)).toEqual([2]);
  });

  it('are not remembered of a list with long filters', () => {
    const expected = new ExpectedParents();
    for (const [length, known] of [
      [1_024, [1]],
      [1_025, undefined],
    ] as const) {
      expected.note('x'.repeat(length), [1]);
      expect(expected.of('x'.repeat(length), 10)).toEqual(known);
    }
  });

  it('are forgotten where there are too many lists', () => {
    const expected = new ExpectedParents();
    for (let list = 0; list < 256; list++) expected.note(`list ${list}`, [list]);
    expect(expected.of('list 0', 10)).toEqual([0]);
    expected.note('one more', [7]);
    expect(expected.of('list 0', 10)).toBeUndefined();
    expect(expected.of('one more', 10)).toEqual([7]);
  });
});
