import { readAggregations, readFilter } from '../dsl/read-parameter';
import { bindQueryText } from './bind-query-text';
import { UnmappedFields, type NoteField } from './unmapped-fields';

const NOW = 0;

function noted(location: string, work: (noteField: NoteField) => unknown): (readonly [string, string])[] {
  const fields = new UnmappedFields();
  work(fields.in(location));
  return fields.list().map((field) => [field.location, field.name] as const);
}

describe('fields that the mapping does not have', () => {
  it.each<[string, [string, string][]]>([
    ['orders name:x columns.tags.tagFQN:y', []],
    ['_exists_:owners owners:*', []],
    ['owner:x tag:x column:x tier:x _exists_:owner', []],
    ['nme:x', [['q', 'nme']]],
    [
      'nme:x OR (nme:y -sise:[1 TO 2])',
      [
        ['q', 'nme'],
        ['q', 'sise'],
      ],
    ],
    ['_exists_:nme', [['q', 'nme']]],
    ['nme:*', [['q', 'nme']]],
    ['constructor:x', [['q', 'constructor']]],
  ])('of the text %j', (text, expected) => {
    expect(noted('q', (noteField) => bindQueryText(text, { now: NOW, noteField }))).toEqual(expected);
  });

  it.each<[object, [string, string][]]>([
    [{ term: { 'tags.tagFQN.keyword': 'x' } }, []],
    [{ bool: { must: [{ term: { owner: 'x' } }, { match: { column: 'x' } }, { exists: { field: 'tag' } }] } }, []],
    [{ bool: { must: [{ term: { nme: 'x' } }] } }, [['query_filter.bool.must[0].term.nme', 'nme']]],
    [{ exists: { field: 'nme' } }, [['query_filter.exists.field', 'nme']]],
    [{ multi_match: { query: 'x', fields: ['name', 'nme^2'] } }, [['query_filter.multi_match.fields[1]', 'nme']]],
    [{ query_string: { query: 'nme:x' } }, [['query_filter', 'nme']]],
    [{ range: { nme: { gt: 1 } } }, [['query_filter.range.nme', 'nme']]],
  ])('of the filter %j', (filter, expected) => {
    expect(
      noted('query_filter', (noteField) => readFilter('query_filter', JSON.stringify(filter), { now: NOW, noteField })),
    ).toEqual(expected);
  });

  it('of aggregations', () => {
    const asked = { it: { terms: { field: 'nme' }, aggs: { most: { max: { field: 'sise' } } } } };
    expect(
      noted('aggs', (noteField) => readAggregations('aggs', JSON.stringify(asked), { now: NOW, noteField })),
    ).toEqual([
      ['aggs.it.terms.field', 'nme'],
      ['aggs.it.aggs.most.max.field', 'sise'],
    ]);
  });

  it('are noted of one request only, each once, and at most 100', () => {
    const one = new UnmappedFields();
    const other = new UnmappedFields();
    bindQueryText('a1:x', { now: NOW, noteField: one.in('q') });
    expect(() => bindQueryText('a2:x (', { now: NOW, noteField: one.in('q') })).toThrow();
    bindQueryText('a3:x', { now: NOW });
    const many = Array.from({ length: 300 }, (_, i) => `f${i}:x`).join(' ');
    bindQueryText(many, { now: NOW, noteField: other.in('q') });
    expect(one.list().map(({ name }) => name)).toEqual(['a1']);
    expect(other.list()).toHaveLength(100);
  });
});
