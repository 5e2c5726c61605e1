import fc from 'fast-check';
import type { BoundQuery, SearchDocument } from '@app/search';
import type { Pattern } from '../../../libs/search/src/query/bound-query';

/** Few words, so that documents and queries meet; some with quotes and signs that a compiler must not trip over. */
const WORDS = [
  'order',
  'orders',
  'fact',
  'daily',
  'customer',
  'dim',
  'raw',
  "o'brien",
  'größe',
  '明细',
  'v2',
  'HTTPServer',
];
const JOINTS = [' ', '_', '.', '-', ' ', ''];
const TEXT_FIELDS = [
  'name',
  'name.stem',
  'displayName',
  'fullyQualifiedName',
  'columns.name',
  'columns.name.stem',
  'description',
  'columns.description',
];
const TOKENS = [
  'order',
  'orders',
  'fact',
  'daili',
  'daily',
  'custom',
  'customer',
  'dim',
  'raw',
  'o',
  "o'brien",
  'grosse',
  '明',
  '细',
  'v',
  '2',
  'http',
  'server',
  'httpserver',
  'fact_orders',
  'raw.order',
  'nowhere',
  "x' | 'n:raw",
  'a\\b',
];
const OWNERS = ['anna', 'bob', 'Team Ä'];
const TAGS = ['PII.Sensitive', 'PII.None', 'a=b', "it's"];

const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...JOINTS)), { minLength: 1, maxLength: 5 })
  .map((words) => words.flat().join('').trim());
const longText = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));

const owner = fc
  .constantFrom(...OWNERS)
  .map((name) => ({ id: `u-${name}`, name, type: name.includes(' ') ? 'team' : 'user' }));
const column = fc.record(
  {
    name: text,
    description: text,
    dataType: fc.constantFrom('INT', 'VARCHAR'),
    tags: fc.array(fc.record({ tagFQN: fc.constantFrom(...TAGS) }), { maxLength: 2 }),
  },
  { requiredKeys: ['name', 'dataType'] },
);

export const anyDocument: fc.Arbitrary<SearchDocument> = fc.record(
  {
    id: fc.constant(''),
    entityType: fc.constantFrom('table', 'topic'),
    name: text,
    displayName: text,
    fullyQualifiedName: text.map((name) => `shop.${name}`),
    description: longText,
    deleted: fc.boolean(),
    updatedAt: fc.integer({ min: 0, max: 20 }),
    totalVotes: fc.integer({ min: -2, max: 5 }),
    owners: fc.array(owner, { maxLength: 3 }),
    tags: fc.array(fc.record({ tagFQN: fc.constantFrom(...TAGS) }), { maxLength: 2 }),
    columns: fc.array(column, { maxLength: 3 }),
  },
  { requiredKeys: ['id', 'entityType', 'name', 'fullyQualifiedName', 'deleted', 'updatedAt'] },
);

const boost = fc.constantFrom(1, 1, 2, 0.5, 10);
const field = fc.constantFrom(...TEXT_FIELDS);
const token = fc.constantFrom(...TOKENS);
const keywordField = fc.constantFrom(
  'name.keyword',
  'owners.name',
  'tags.tagFQN',
  'columns.tags',
  'columns.tags.tagFQN',
  'entityType',
  'nowhere',
);
const keyword = fc.constantFrom('anna', 'bob', 'team ä', 'pii.sensitive', 'a=b', "it's", 'table', 'order', 'nobody');

const wildcard = fc
  .array(
    fc.oneof(
      fc.constantFrom('or', 'der', 's', 'fact', '_', '.', "'", 'o', '明'),
      fc.constantFrom({ any: 'one' as const }, { any: 'many' as const }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts): Pattern => ({ type: 'wildcard', parts }));

export const anyPattern: fc.Arbitrary<Pattern> = fc.oneof(
  fc.constantFrom('or', 'f', 'fact_', "o'", 'raw.').map((prefix): Pattern => ({ type: 'prefix', text: prefix })),
  wildcard,
  fc
    .constantFrom('order.?', '(fact|raw).*', '[a-f].{2,5}', 'o[^r]+', '.*[_.].*', "o\\'?b?.*", '明|细')
    .map((expression): Pattern => ({ type: 'regexp', expression })),
  fc
    .record({
      text: fc.constantFrom('ordre', 'oders', 'custmoer', 'fcat', 'fact_ordres', 'x', 'rwa.order'),
      edits: fc.constantFrom(0 as const, 1 as const, 2 as const),
      prefixLength: fc.constantFrom(0, 0, 1),
    })
    .map((fuzzy): Pattern => ({ type: 'fuzzy', ...fuzzy })),
);

const bound = (value: fc.Arbitrary<string | number>) =>
  fc.option(fc.record({ value, inclusive: fc.boolean() }), { nil: undefined });

const range = fc.oneof(
  fc.record({
    kind: fc.constant('range' as const),
    field: fc.constantFrom('updatedAt', 'totalVotes'),
    from: bound(fc.integer({ min: -3, max: 21 })),
    to: bound(fc.integer({ min: -3, max: 21 })),
    boost,
  }),
  fc.record({
    kind: fc.constant('range' as const),
    field: fc.oneof(field, keywordField),
    from: bound(token),
    to: bound(token),
    boost,
  }),
);

const phrase = fc
  .record({
    field,
    tokens: fc.array(token, { minLength: 2, maxLength: 3 }),
    slop: fc.constantFrom(0, 0, 0, 1, 2, 3, 9),
    prefix: fc.constantFrom(false, false, true),
    boost,
  })
  .map((each): BoundQuery => ({ kind: 'phrase', ...each }));

const leaf: fc.Arbitrary<BoundQuery> = fc.oneof(
  fc.record({ kind: fc.constant('term' as const), field, token, boost }),
  fc.record({ kind: fc.constant('term' as const), field, token, boost }),
  phrase,
  fc.record({
    kind: fc.constant('pattern' as const),
    field: fc.oneof(field, keywordField),
    pattern: anyPattern,
    boost,
  }),
  fc.record({
    kind: fc.constant('keyword' as const),
    field: keywordField,
    values: fc.array(keyword, { minLength: 1, maxLength: 3 }),
    boost,
  }),
  fc.record({
    kind: fc.constant('keyword' as const),
    field: fc.constant('deleted'),
    values: fc.constantFrom([true], [false]),
    boost,
  }),
  range,
  fc.record({
    kind: fc.constant('exists' as const),
    fields: fc.array(fc.constantFrom('owners', 'description', 'tags.tagFQN', 'totalVotes', 'columns', 'nowhere'), {
      minLength: 1,
      maxLength: 2,
    }),
    boost,
  }),
  fc.record({
    kind: fc.constant('ids' as const),
    values: fc.array(
      fc.integer({ min: 0, max: 160 }).map((at) => `id-${at}`),
      { maxLength: 20 },
    ),
    boost,
  }),
  fc.record({ kind: fc.constant('all' as const), boost }),
);

/** Queries of every kind but functions of documents, three levels deep. */
export const anyQuery: fc.Arbitrary<BoundQuery> = fc.letrec<{ query: BoundQuery }>((tie) => {
  const some = (maxLength: number) => fc.array(tie('query'), { maxLength });
  return {
    query: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      leaf,
      fc.record({
        kind: fc.constant('bool' as const),
        must: some(2),
        should: some(3),
        filter: some(1),
        mustNot: some(1),
        minimumShouldMatch: fc.constantFrom(0, 0, 1, 2),
        boost,
      }),
      fc.record({
        kind: fc.constant('best' as const),
        queries: fc.array(tie('query'), { minLength: 1, maxLength: 4 }),
        tieBreaker: fc.constantFrom(0, 0, 0.3),
        boost,
      }),
      fc.record({ kind: fc.constant('constant' as const), query: tie('query'), boost }),
      fc.record({
        kind: fc.constant('boosting' as const),
        positive: tie('query'),
        negative: tie('query'),
        negativeBoost: fc.constantFrom(0.2, 0.5),
        boost,
      }),
      fc.record({
        kind: fc.constant('nested' as const),
        path: fc.constantFrom('owners', 'columns', 'tags'),
        query: leaf,
        boost,
      }),
    ),
  };
}).query;
