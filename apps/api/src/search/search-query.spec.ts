import { checkerOf, type RawQuery } from '../http/input/dto-checker';
import { SearchQuery, searchQuestion } from './search-query';

const searchQuery = (query: RawQuery) => searchQuestion(checkerOf(SearchQuery).query(query));

const paths = (number: number): string => Array.from({ length: number }, (_, at) => `p${at}`).join(',');

describe('the paths of documents to show', () => {
  it('are taken once each', () => {
    const query = { include_source_fields: ['name, service.name', 'name,,'] };
    expect(searchQuery(query).source).toEqual(['name', 'service.name']);
    expect(searchQuery({ includeSourceFields: 'name,'.repeat(101) }).source).toEqual(['name']);
    expect(searchQuery({ includeSourceFields: paths(100) }).source).toHaveLength(100);
    expect(searchQuery({ includeSourceFields: 'x'.repeat(200) }).source).toHaveLength(1);
  });

  it.each([
    [paths(101), 'has 101 entries; allowed are up to 100'],
    [`name,${'x'.repeat(201)}`, 'has a path of 201 characters; allowed are up to 200'],
  ])('are no more and no longer than allowed', (include_source_fields, message) => {
    expect(() => searchQuery({ include_source_fields })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', details: [{ field: 'include_source_fields', message }] }),
    );
  });
});
