import { KeysetPages, type PageRequest } from './keyset-page';

const pages = new KeysetPages(Buffer.alloc(32, 7));
const SCOPE = 'letters';

interface Letter {
  readonly name: string;
}
const ALL: Letter[] = [...'abcdefg'].map((name) => ({ name }));

/** Reads like a repository: one row more than the limit, in the direction of the page. */
function read(request: PageRequest, limit: number) {
  const page = pages.open(SCOPE, request);
  const [key] = page.boundary?.keys ?? [];
  const walked = page.isBackward
    ? ALL.filter(({ name }) => name < String(key)).reverse()
    : ALL.filter(({ name }) => key === undefined || name > String(key));
  const rows = page.rows(walked, limit);
  const neighbours = page.neighbours(rows, walked.length > rows.length, ({ name }) => [name]);
  return { names: rows.map(({ name }) => name).join(''), ...neighbours };
}

describe('keyset pages', () => {
  it('are read from the first to the last and back', () => {
    const first = read({}, 3);
    expect(first).toEqual({ names: 'abc', after: expect.any(String) as string });
    const second = read({ after: first.after ?? '' }, 3);
    expect(second).toMatchObject({ names: 'def', before: expect.any(String) as string });
    const last = read({ after: second.after ?? '' }, 3);
    expect(last).toEqual({ names: 'g', before: expect.any(String) as string });
    const back = read({ before: last.before ?? '' }, 3);
    expect(back).toMatchObject({ names: 'def', after: expect.any(String) as string });
    expect(read({ before: back.before ?? '' }, 3)).toEqual({ names: 'abc', after: expect.any(String) as string });
  });

  it('have no neighbours where they are empty', () => {
    const { after = '' } = read({}, 7 - 1);
    expect(read({}, 0)).toEqual({ names: '' });
    expect(read({ after }, 0)).toEqual({ names: '' });
  });

  it('of a list in memory are sorted by its keys, and read both ways', () => {
    // By number, then by code point: 😀 comes behind U+FFFF, though its first UTF-16 unit is smaller.
    const sorted = [
      [2, ''],
      [2, 'a'],
      [2, 'b'],
      [10, '\uffff'],
      [10, '😀'],
    ] as const;
    const shuffled = [sorted[3], sorted[0], sorted[4], sorted[2], sorted[1]];
    const among = (request: PageRequest, limit: number) =>
      pages.open(SCOPE, request).among(shuffled, limit, (row) => row);
    const first = among({}, 2);
    expect(first).toEqual({ rows: sorted.slice(0, 2), neighbours: { after: expect.any(String) as string } });
    const second = among(first.neighbours, 2);
    expect(second.rows).toEqual(sorted.slice(2, 4));
    const last = among({ after: second.neighbours.after! }, 2);
    expect(last).toEqual({ rows: sorted.slice(4), neighbours: { before: expect.any(String) as string } });
    expect(among(last.neighbours, 1)).toMatchObject({
      rows: [sorted[3]],
      neighbours: { before: expect.any(String) as string },
    });
    expect(among(last.neighbours, 4)).toEqual({
      rows: sorted.slice(0, 4),
      neighbours: { after: expect.any(String) as string },
    });
  });

  it.each([
    [{}, 0, { from: 0, to: 3 }, []],
    [{}, 4, { from: 4, to: 7 }, ['before']],
    [{}, 2, { from: 2, to: 5 }, ['before', 'after']],
  ] as const)('by places: %p from %i', (request, offset, window, neighbours) => {
    const page = pages.open(SCOPE, request);
    expect(page.window(3, offset)).toEqual(window);
    const total = offset === 0 ? 3 : 7;
    expect(Object.keys(page.windowNeighbours(window, total))).toEqual(neighbours);
  });

  it('lead by places to the window before and the one after', () => {
    const page = pages.open(SCOPE, {});
    const { before, after } = page.windowNeighbours({ from: 2, to: 5 }, 7);
    expect(pages.open(SCOPE, { before: before ?? '' }).window(3)).toEqual({ from: 0, to: 2 });
    expect(pages.open(SCOPE, { after: after ?? '' }).window(3)).toEqual({ from: 5, to: 8 });
    expect(page.windowNeighbours({ from: 2, to: 2 }, 7)).toEqual({ before: expect.any(String) as string });
  });

  it.each([
    ['two cursors', { before: 'x', after: 'y' }, 'before and after cannot be given together; send one of them'],
    ['a cursor for the other direction', 'before', 'This cursor is one for after, not for before'],
    ['a cursor of another list', 'scope', 'belongs to a list with other filters; take it from an answer to these'],
    ['a changed cursor', { after: 'x' }, 'The cursor "x" was changed; take it from paging.before or paging.after'],
    ['an empty cursor', { after: '' }, 'The cursor "" was changed; take it from paging.before or paging.after'],
  ])('refuse %s', (_, request, message) => {
    const cursor = pages.open(SCOPE, {}).cursor('after', ['c']);
    const open = (): unknown => {
      if (request === 'before') return pages.open(SCOPE, { before: cursor });
      if (request === 'scope') return pages.open('others', { after: cursor });
      return pages.open(SCOPE, request as PageRequest);
    };
    expect(open).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) as string }),
    );
  });
});
