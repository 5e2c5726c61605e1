/** Something that must be refused before any engine is called. A clause that gets a reader is taken out of here. */
export interface AttackCase {
  readonly name: string;
  /** Which parameter carries it. */
  readonly parameter: 'query_filter' | 'post_filter' | 'aggregations';
  /** The parameter's text, or what is sent as JSON. */
  readonly sent: unknown;
  /** Where the refusal says that it is wrong. */
  readonly at: string;
}

type Row = readonly [name: string, sent: unknown, at: string];

const nested = (levels: number, inner: unknown): unknown =>
  levels === 0 ? inner : { bool: { must: [nested(levels - 1, inner)] } };
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const term = { term: { entityType: 'table' } };
const script = { source: 'true', lang: 'painless' };

const SCRIPTS: readonly Row[] = [
  ['script query', { script: { script } }, 'script'],
  ['script as text', { script: { script: 'true' } }, 'script'],
  ['script in a bool', { bool: { must: [term, term, { script: { script } }] } }, 'bool.must[2].script'],
  ['script below query', { query: { script: { script } } }, 'query.script'],
  ['script_score query', { script_score: { query: { match_all: {} }, script } }, 'script_score'],
  ['script_score function', { function_score: { script_score: { script } } }, 'function_score.script_score'],
  [
    'script_score in functions',
    { function_score: { functions: [{ script_score: { script } }] } },
    'function_score.functions[0].script_score',
  ],
  ['terms_set', { terms_set: { a: { terms: ['x'], minimum_should_match_script: script } } }, 'terms_set'],
  ['intervals with a script', { intervals: { name: { match: { query: 'a', filter: { script } } } } }, 'intervals'],
  ['stored script', { script: { script: { id: 'stored' } } }, 'script'],
  ['script in a nested query', { nested: { path: 'owners', query: { script: { script } } } }, 'nested.query.script'],
  [
    'script in a filter of a function',
    { function_score: { functions: [{ weight: 1, filter: { script } }] } },
    'function_score.functions[0].filter.script',
  ],
  ['random score', { function_score: { random_score: {} } }, 'function_score.random_score'],
  ['decay', { function_score: { gauss: { updatedAt: { origin: 'now', scale: '1d' } } } }, 'function_score.gauss'],
  ['min_score script', { function_score: { min_score: { script } } }, 'function_score.min_score'],
  ['runtime_mappings', { query: term, runtime_mappings: { a: { type: 'long', script } } }, 'runtime_mappings'],
  ['script_fields', { query: term, script_fields: { a: { script } } }, 'script_fields'],
];

const ELSEWHERE: readonly Row[] = [
  ['terms lookup', { terms: { id: { index: 'users', id: '1', path: 'x' } } }, 'terms.id'],
  ['terms lookup beside a boost', { terms: { boost: 1, id: { index: 'users', id: '1', path: 'x' } } }, 'terms.id'],
  ['percolate', { percolate: { field: 'query', document: {} } }, 'percolate'],
  ['has_child', { has_child: { type: 'a', query: term } }, 'has_child'],
  ['has_parent', { has_parent: { parent_type: 'a', query: term } }, 'has_parent'],
  ['parent_id', { parent_id: { type: 'a', id: '1' } }, 'parent_id'],
  ['more_like_this', { more_like_this: { like: 'x' } }, 'more_like_this'],
  ['geo_shape with an indexed shape', { geo_shape: { a: { indexed_shape: { id: '1', index: 'x' } } } }, 'geo_shape'],
  ['geo_distance', { geo_distance: { distance: '1km', a: [0, 0] } }, 'geo_distance'],
  ['geo_bounding_box', { geo_bounding_box: {} }, 'geo_bounding_box'],
  ['span_term', { span_term: { name: 'a' } }, 'span_term'],
  ['span_near', { span_near: { clauses: [] } }, 'span_near'],
  ['span_multi', { span_multi: { match: { wildcard: { name: '*' } } } }, 'span_multi'],
  ['knn', { knn: { field: 'v', query_vector: [1] } }, 'knn'],
  ['sparse_vector', { sparse_vector: { field: 'v', query: 'a' } }, 'sparse_vector'],
  ['semantic', { semantic: { field: 'a', query: 'b' } }, 'semantic'],
  ['wrapper', { wrapper: { query: 'eyJtYXRjaF9hbGwiOnt9fQ==' } }, 'wrapper'],
  ['type', { type: { value: '_doc' } }, 'type'],
  ['pinned', { pinned: { ids: ['1'], organic: term } }, 'pinned'],
  ['rule', { rule: { organic: term, ruleset_ids: ['a'] } }, 'rule'],
  ['rank_feature', { rank_feature: { field: 'a' } }, 'rank_feature'],
  ['distance_feature', { distance_feature: { field: 'updatedAt', pivot: '7d', origin: 'now' } }, 'distance_feature'],
  ['shape', { shape: {} }, 'shape'],
  ['combined_fields', { combined_fields: { query: 'a', fields: ['name'] } }, 'combined_fields'],
  ['common', { common: { name: { query: 'a' } } }, 'common'],
  ['indices', { indices: { indices: ['x'], query: term } }, 'indices'],
  ['suggest beside the query', { query: term, suggest: {} }, 'suggest'],
  ['rescore beside the query', { query: term, rescore: {} }, 'rescore'],
  ['collapse beside the query', { query: term, collapse: { field: 'name.keyword' } }, 'collapse'],
  ['aggregations beside the query', { query: term, aggs: {} }, 'aggs'],
  ['size beside the query', { query: term, size: 10_000 }, 'size'],
  ['pit beside the query', { query: term, pit: { id: 'x' } }, 'pit'],
  ['other index in a term', { term: { _index: { value: { index: 'x' } } } }, 'term._index'],
  ['two clauses in one', { term: { a: 1 }, match_all: {} }, 'match_all'],
  ['two fields in one', { term: { a: 1, b: 2 } }, 'term.b'],
  ['a clause that Object has', { constructor: {} }, 'constructor'],
  ['toString', { toString: {} }, 'toString'],
  ['hasOwnProperty', { hasOwnProperty: { a: 1 } }, 'hasOwnProperty'],
];

const BOMBS: readonly Row[] = [
  ['depth 50 (in JSON 100)', nested(50, term), ''],
  ['depth 21', nested(20, term), 'bool.must[0].bool.must[0]'],
  ['2,000 clauses', { bool: { should: times(2_000, () => term) } }, 'bool.should[1023]'],
  ['2,000 words', { match: { description: times(2_000, (at) => `w${at}`).join(' ') } }, 'match.description'],
  [
    'words over the limit in several clauses',
    { bool: { should: times(3, () => ({ match: { name: 'a '.repeat(400) } })) } },
    'bool.should[2].match.name',
  ],
  [
    '2,000 words in a query_string',
    { query_string: { query: times(2_000, (at) => `w${at}`).join(' ') } },
    'query_string.query',
  ],
  ['1 MB', { match: { name: 'x'.repeat(1_000_000) } }, ''],
  ['65 KiB', { match: { name: 'x '.repeat(33_000) } }, ''],
  ['1 MB of brackets', '['.repeat(1_000_000), ''],
  ['brackets under the limit', '['.repeat(60_000), ''],
  ['1,025 terms', { terms: { id: times(1_025, String) } }, 'terms.id'],
  [
    '33 wildcards',
    { bool: { should: times(33, (at) => ({ wildcard: { name: `ab${at}*` } })) } },
    'bool.should[32].wildcard.name',
  ],
  [
    '33 fuzzy words',
    { match: { name: { query: times(33, (at) => `word${at}x`).join(' '), fuzziness: 1 } } },
    'match.name.query',
  ],
  ['a wildcard of nothing else', { wildcard: { name: '*a*?*?*' } }, 'wildcard.name'],
  ['a long wildcard', { wildcard: { name: `ab${'*'.repeat(300)}` } }, 'wildcard.name'],
  ['a long regexp', { regexp: { name: 'a'.repeat(300) } }, 'regexp.name'],
  ['a regexp that doubles', { regexp: { name: '((a{255}){255}){255}' } }, 'regexp.name'],
  ['a regexp with a complement', { regexp: { name: '~(abc)' } }, 'regexp.name'],
  ['a regexp with an interval', { regexp: { name: '<1-100000>' } }, 'regexp.name'],
  ['a regexp with \\d', { regexp: { name: '\\d+' } }, 'regexp.name'],
  ['a regexp with a look ahead', { regexp: { name: '(?=a)b' } }, 'regexp.name'],
  [
    'many states asked for',
    { regexp: { name: { value: 'ab', max_determinized_states: 1e9 } } },
    'regexp.name.max_determinized_states',
  ],
  ['a huge boost', { match_all: { boost: 1e30 } }, 'match_all.boost'],
  ['an infinite boost', '{"match_all":{"boost":1e999}}', 'match_all.boost'],
  ['a negative boost', { match_all: { boost: -1 } }, 'match_all.boost'],
  ['a huge slop', { match_phrase: { name: { query: 'a b', slop: 1e9 } } }, 'match_phrase.name.slop'],
  [
    '33 phrases with a slop',
    { bool: { should: times(33, () => ({ match_phrase: { name: { query: 'a b', slop: 1 } } })) } },
    'bool.should[32].match_phrase.name.slop',
  ],
  [
    '33 phrases with a slop in several texts',
    { bool: { should: times(11, () => ({ query_string: { query: '"a b"~1 "b c"~2 "c d"~3' } })) } },
    'bool.should[10].query_string.query',
  ],
  ['33 functions', { function_score: { functions: times(33, () => ({ weight: 1 })) } }, 'function_score.functions'],
  ['33 fields', { multi_match: { query: 'a', fields: times(33, (at) => `f${at}`) } }, 'multi_match.fields'],
  [
    'a logarithm of zero',
    { function_score: { field_value_factor: { field: 'totalVotes', modifier: 'log' } } },
    'function_score.field_value_factor.modifier',
  ],
  [
    'nested in nested',
    { nested: { path: 'columns', query: { nested: { path: 'tags', query: term } } } },
    'nested.query',
  ],
  ['an unknown nested path', { nested: { path: 'secrets', query: term } }, 'nested.path'],
];

const MALFORMED: readonly Row[] = [
  ['no JSON', '{"term":', ''],
  ['two documents', '{} {}', ''],
  ['a text', '"term"', ''],
  ['a number', '7', ''],
  ['null', 'null', ''],
  ['a list', '[]', ''],
  ['a key twice', '{"term":{"a":1},"term":{"b":2}}', 'term'],
  ['a key twice, once escaped', '{"term":{"a":1},"t\\u0065rm":{"b":2}}', 'term'],
  ['__proto__', '{"__proto__":{"match_all":{}}}', '__proto__'],
  ['__proto__ inside', '{"bool":{"__proto__":{"must":[]}}}', 'bool.__proto__'],
  ['half a surrogate', '{"term":{"name":"\\ud800"}}', 'term.name'],
  ['U+0000', '{"term":{"name":"\\u0000"}}', 'term.name'],
  ['an unknown key of bool', { bool: { must: [], _name: 'x' } }, 'bool._name'],
  ['an unknown key of term', { term: { name: { value: 'a', _name: 'x' } } }, 'term.name._name'],
  ['analyzer of match', { match: { name: { query: 'a', analyzer: 'keyword' } } }, 'match.name.analyzer'],
  ['quote_analyzer', { query_string: { query: 'a', quote_analyzer: 'x' } }, 'query_string.quote_analyzer'],
  ['a field with a blank', { term: { 'a b': 1 } }, 'term."a b"'],
  ['a field with a wildcard', { exists: { field: 'own*' } }, 'exists.field'],
  ['a field of 201 characters', { exists: { field: 'a'.repeat(201) } }, 'exists.field'],
  ['an empty field', { term: { '': 1 } }, 'term.""'],
  ['an object as a value', { term: { name: { value: { a: 1 } } } }, 'term.name.value'],
  ['a list as a value', { term: { name: ['a'] } }, 'term.name'],
  ['null as a value', { term: { name: null } }, 'term.name'],
  ['an object among terms', { terms: { id: ['a', { b: 1 }] } }, 'terms.id[1]'],
  ['text for a date', { range: { updatedAt: { gte: 'soon' } } }, 'range.updatedAt'],
  ['text for a number', { term: { totalVotes: 'many' } }, 'term.totalVotes'],
  ['text for a boolean', { term: { deleted: 'perhaps' } }, 'term.deleted'],
  ['gt and gte', { range: { updatedAt: { gt: 1, gte: 2 } } }, 'range.updatedAt.gte'],
  ['an unknown format', { range: { updatedAt: { gt: 1, format: "'x'" } } }, 'range.updatedAt.format'],
  ['an unknown zone', { range: { updatedAt: { gt: 'now', time_zone: 'Mars/Olympus' } } }, 'range.updatedAt.time_zone'],
  [
    'a bad minimum_should_match',
    { bool: { should: [term], minimum_should_match: '3<<75%' } },
    'bool.minimum_should_match',
  ],
  ['a query text that cannot be read', { query_string: { query: '(a' } }, 'query_string.query'],
  ['an unknown type of multi_match', { multi_match: { query: 'a', type: 'magic' } }, 'multi_match.type'],
];

const AGGREGATIONS: readonly Row[] = [
  ['scripted_metric', { a: { scripted_metric: { init_script: 'x' } } }, 'a.scripted_metric'],
  ['bucket_script', { a: { bucket_script: { script } } }, 'a.bucket_script'],
  [
    'bucket_selector',
    { a: { terms: { field: 'id' }, aggs: { b: { bucket_selector: { script } } } } },
    'a.aggs.b.bucket_selector',
  ],
  ['a script in terms', { a: { terms: { script } } }, 'a.terms.script'],
  ['a script in avg', { a: { avg: { script } } }, 'a.avg.script'],
  ['script_fields in top_hits', { a: { top_hits: { script_fields: {} } } }, 'a.top_hits.script_fields'],
  ['significant_terms', { a: { significant_terms: { field: 'id' } } }, 'a.significant_terms'],
  ['geohash_grid', { a: { geohash_grid: { field: 'x' } } }, 'a.geohash_grid'],
  ['children', { a: { children: { type: 'x' } } }, 'a.children'],
  ['a regular expression in include', { a: { terms: { field: 'id', include: '.*' } } }, 'a.terms.include'],
  [
    'partitions in include',
    { a: { terms: { field: 'id', include: { partition: 0, num_partitions: 2 } } } },
    'a.terms.include',
  ],
  ['10,001 buckets', { a: { terms: { field: 'id', size: 10_001 } } }, 'a.terms.size'],
  [
    '10,001 buckets in two',
    { a: { terms: { field: 'id', size: 5_000 } }, b: { terms: { field: 'id', size: 5_001 } } },
    '',
  ],
  [
    'a million buckets below each other',
    { a: { terms: { field: 'id', size: 1_000 }, aggs: { b: { terms: { field: 'id', size: 1_000 } } } } },
    '',
  ],
  [
    'depth 4',
    {
      a: {
        terms: { field: 'id' },
        aggs: {
          b: {
            terms: { field: 'id' },
            aggs: { c: { terms: { field: 'id' }, aggs: { d: { avg: { field: 'updatedAt' } } } } },
          },
        },
      },
    },
    'a.aggs.b.aggs.c.aggs',
  ],
  ['11 top hits', { a: { top_hits: { size: 11 } } }, 'a.top_hits.size'],
  ['a zero interval', { a: { histogram: { field: 'totalVotes', interval: 0 } } }, 'a.histogram.interval'],
  [
    'a negative interval',
    { a: { date_histogram: { field: 'updatedAt', fixed_interval: '-1d' } } },
    'a.date_histogram.fixed_interval',
  ],
  ['an average of texts', { a: { avg: { field: 'entityType' } } }, 'a.avg.field'],
  ['global below another', { a: { terms: { field: 'id' }, aggs: { b: { global: {} } } } }, 'a.aggs.b.global'],
  ['reverse_nested at the top', { a: { reverse_nested: {} } }, 'a.reverse_nested'],
  ['an attack in a filter', { a: { filter: { script: { script } } } }, 'a.filter.script'],
  ['an attack in filters', { a: { filters: { filters: { x: { wrapper: {} } } } } }, 'a.filters.filters.x.wrapper'],
  ['below a metric', { a: { avg: { field: 'updatedAt' }, aggs: {} } }, 'a.aggs'],
  ['two kinds in one', { a: { avg: { field: 'updatedAt' }, max: { field: 'updatedAt' } } }, 'a.max'],
  ['a name with brackets', { 'a>b[c]': { avg: { field: 'updatedAt' } } }, '"a>b[c]"'],
  ['an order by what is not there', { a: { terms: { field: 'id', order: { nothing: 'asc' } } } }, 'a.terms.order'],
  ['meta', { a: { avg: { field: 'updatedAt' }, meta: {} } }, 'a.meta'],
];

const all = (parameter: AttackCase['parameter'], rows: readonly Row[]): AttackCase[] =>
  rows.map(([name, sent, at]) => ({ name, parameter, sent, at }));

export const ATTACKS: readonly AttackCase[] = [
  ...all('query_filter', [...SCRIPTS, ...ELSEWHERE, ...BOMBS, ...MALFORMED]),
  ...all('post_filter', [...SCRIPTS.slice(0, 3), ...ELSEWHERE.slice(0, 3), ...BOMBS.slice(0, 3)]),
  ...all('aggregations', AGGREGATIONS),
];
