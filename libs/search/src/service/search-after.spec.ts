import { searchAfterOf } from './search-after';
import type { SortKey } from '../query/search-request';

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
    [['[1,2'], 'is no JSON'],
    [['x'], 'has 1 values; this order has 3'],
    [['high', 'orders', 'x'], 'for _score'],
    [['[null,"a","x"]'], 'for _score'],
    [['[1,"a",{}]'], 'for id'],
    [['[1,2,"x"]'], 'for name.keyword'],
    [['', 'a', 'x'], 'for _score'],
  ])('%j is refused', (texts, why) => {
    expect(() => searchAfterOf(texts, ORDER)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        details: [{ field: 'search_after', message: expect.stringContaining(why) }],
      }),
    );
  });
});
