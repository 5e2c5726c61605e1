import { UnrelatedPages } from './unrelated-pages';

describe('pages to which nothing is expected to refer', () => {
  const after = (...hadReferences: boolean[]): UnrelatedPages => {
    const pages = new UnrelatedPages();
    for (const had of hadReferences) pages.note('tables', had);
    return pages;
  };

  it('are those behind three without references, of the same statement', () => {
    expect(after(false, false).isExpected('tables')).toBe(false);
    expect(after(false, false, false).isExpected('tables')).toBe(true);
    expect(after(false, false, false).isExpected('topics')).toBe(false);
    expect(after(false, false, true, false, false).isExpected('tables')).toBe(false);
  });

  it('are none for sixteen pages more after a miss', () => {
    const pages = after(false, false, false);
    pages.missed('tables');
    for (let page = 0; page < 18; page++) pages.note('tables', page === 7);
    expect(pages.isExpected('tables')).toBe(false);
    for (let page = 0; page < 2; page++) pages.note('tables', false);
    expect(pages.isExpected('tables')).toBe(true);
  });
});
