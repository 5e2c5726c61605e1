import type { SortKey } from '../../query/bound-query';
import { searchAfterOf } from './bind-request';

const asc = (...by: string[]): SortKey[] => by.map((name) => ({ by: name, direction: 'asc' }));
const ORDER = asc('_score', 'name.keyword', 'id');

describe('the place behind a hit', () => {
  it.each([
    [['[1.5,"orders","x"]'], ORDER, [1.5, 'orders', 'x']],
    [['1.5', 'orders', 'x'], ORDER, [1.5, 'orders', 'x']],
    [['1763', 'a', 'x'], asc('updatedAt', 'name.keyword', 'id'), [1763, 'a', 'x']],
    [['null', 'a', 'x'], asc('tier.tagFQN', 'name.keyword', 'id'), [null, 'a', 'x']],
    [['[null,"a","x"]'], asc('totalVotes', 'name.keyword', 'id'), [null, 'a', 'x']],
    [['true', 'a', 'x'], asc('deleted', 'name.keyword', 'id'), [true, 'a', 'x']],
    [['[a]', 'x'], asc('name.keyword', 'id'), ['[a]', 'x']],
  ])('%j', (texts, order, expected) => expect(searchAfterOf(texts, order)).toEqual(expected));

  it.each([
    [['[1,2'], 'is not valid JSON'],
    [[String.raw`[1,"\u0000","x"]`], 'U+0000'],
    [[String.raw`[1,"\ud800","x"]`], 'half of a surrogate pair'],
    [['x'], 'has 1 values; this order has 3'],
    [['high', 'orders', 'x'], 'for _score'],
    [['[null,"a","x"]'], 'for _score'],
    [['[1,"a",{}]'], 'for id'],
    [['[1,2,"x"]'], 'for name.keyword'],
    [['', 'a', 'x'], 'for _score'],
    [['[1e300,"a","x"]'], 'for _score'],
  ])('%j is refused', (texts, why) => {
    expect(() => searchAfterOf(texts, ORDER)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        details: [{ field: 'search_after', message: expect.stringContaining(why) }],
      }),
    );
  });

  it.each(['[1e300,"a","x"]', '[1.5,"a","x"]', '[-1e16,"a","x"]'])('%s is no time', (text) => {
    expect(() => searchAfterOf([text], asc('updatedAt', 'name.keyword', 'id'))).toThrow(
      /search_after\[0\], which is no time in epoch ms/,
    );
  });
});
