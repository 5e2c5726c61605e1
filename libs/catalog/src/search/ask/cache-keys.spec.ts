import type { CatalogQuestion } from '../catalog-search';
import { completionKey, responseKey } from './cache-keys';

const QUESTION: CatalogQuestion = {
  ...{ q: 'orders', index: 'all', deleted: false, from: 0, size: 10, sortOrder: 'desc', totals: true, source: true },
  ...{ includeAggregations: true, hierarchy: false, strict: false },
};
const named = (text: string): { parameter: string; text: string } => ({ parameter: 'p', text });

describe('what tells the response to a question from others', () => {
  it.each<[string, Partial<CatalogQuestion>]>([
    ['the text', { q: 'customers' }],
    ['the index', { index: 'table' }],
    ['deleted ones', { deleted: true }],
    ['the place', { from: 10 }],
    ['the place behind a hit', { searchAfter: ['1', 'a', 'b'] }],
    ['the size', { size: 9 }],
    ['the field to sort by', { sortField: named('name') }],
    ['the order', { sortOrder: 'asc' }],
    ['how far is counted', { totals: 10 }],
    ['no documents', { source: false }],
    ['some paths', { source: ['name'] }],
    ['a filter', { queryFilter: named('{"term":{"deleted":true}}') }],
    ['a filter of hits', { postFilter: named('{"term":{"deleted":true}}') }],
    ['what is counted', { aggregations: named('{"n":{"terms":{"field":"tier"}}}') }],
    ['that nothing is counted', { includeAggregations: false }],
    ['that unknown fields are refused', { strict: true }],
  ])('is %s', (_what, more) => {
    const keys = [responseKey(QUESTION), responseKey({ ...QUESTION, ...more }), responseKey({ ...QUESTION })];
    expect(keys).toEqual([expect.any(String), expect.any(String), keys[0]]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it.each<[string, Partial<CatalogQuestion>]>([
    ['the text', { q: 'updatedAt:[now-1d TO *]' }],
    ['the text, in escapes', { q: 'updatedAt:>n\\ow' }],
    ['a filter', { queryFilter: named('{"range":{"updatedAt":{"gte":"now-1h"}}}') }],
    ['a filter, in escapes', { queryFilter: named('{"range":{"updatedAt":{"gte":"\\u006eow"}}}') }],
    ['a filter of hits', { postFilter: named('{"range":{"updatedAt":{"lt":"now/d"}}}') }],
    ['what is counted', { aggregations: named('{"d":{"date_range":{"ranges":[{"from":"now-7d"}]}}}') }],
  ])('is nothing where %s may speak of the time', (_what, more) => {
    expect(responseKey({ ...QUESTION, ...more })).toBeUndefined();
  });

  it('is nothing where ancestors are shown that the index does not have', () => {
    expect(responseKey({ ...QUESTION, hierarchy: true })).toBeUndefined();
  });

  it('is each part of a completion', () => {
    const keys = [
      completionKey('ord', 'all', 10),
      completionKey('orde', 'all', 10),
      completionKey('ord', 'table', 10),
      completionKey('ord', 'all', 1),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});
