import { entity } from '../http/described';
import { component, flag, instant, integer, list, object, oneOf, text, uuid } from '../http/schemas';

const ID = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';

/** The members that most types have; all are absent where the search names others. */
const DOCUMENT = component(
  'SearchDocument',
  {
    'id?': uuid,
    'entityType?': text,
    'name?': text,
    'displayName?': text,
    'fullyQualifiedName?': text,
    'description?': text,
    'deleted?': flag,
    'updatedAt?': instant,
    'owners?': list(entity('EntityReference')),
    'domains?': list(entity('EntityReference')),
    'dataProducts?': list(entity('EntityReference')),
    'service?': entity('EntityReference'),
    'tags?': list(entity('TagLabel')),
    'tier?': entity('TagLabel'),
    'entityStatus?': text,
    'contract?': object({ 'name?': text, 'latestStatus?': text }, 'Of an asset that has one'),
  },
  'The search document of the entity; further members follow from its type',
);

export const RESPONSE_SCHEMA = object({
  took: { type: 'integer', description: 'Milliseconds' },
  timed_out: { type: 'boolean', description: 'true: the search timed out; the answer contains the hits found so far' },
  _shards: { type: 'object' },
  hits: object({
    'total?': object({ 'value?': integer, 'relation?': oneOf(['eq', 'gte']) }),
    max_score: { type: ['number', 'null'] },
    hits: list(
      object({
        _index: text,
        _id: uuid,
        _score: { type: ['number', 'null'], description: 'null where the order is not by relevance' },
        '_source?': DOCUMENT,
        sort: list({}, 'Cursor, for `search_after`'),
        'highlight?': { type: 'object', additionalProperties: list(text) },
      }),
    ),
  }),
  'aggregations?': { type: 'object' },
  'warnings?': {
    type: 'array',
    description: 'Fields that were asked for and that no entity type has: they find nothing',
    items: object({ field: { type: 'string', description: 'The parameter, or the path in it' }, message: text }),
  },
  'rewrittenQuery?': { type: 'string', description: 'The query that found these hits, where `q` found none' },
  'hierarchy?': list({ type: 'object' }),
});

export const RESPONSE = {
  took: 4,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: {
    total: { value: 1, relation: 'eq' },
    max_score: 9.2,
    hits: [
      {
        _index: 'table_search_index',
        _id: ID,
        _score: 9.2,
        _source: {
          id: ID,
          entityType: 'table',
          name: 'orders',
          fullyQualifiedName: 'shop_postgres.shop.public.orders',
          description: 'One row for each order',
          deleted: false,
          updatedAt: 1_763_612_345_678,
        },
        sort: [9.2, 'orders', ID],
        highlight: { name: ['<em>orders</em>'] },
      },
    ],
  },
  aggregations: { entityType: { buckets: [{ key: 'table', doc_count: 1 }] } },
};

export const AGGREGATE_SCHEMA = object({ aggregations: { type: 'object' } });

export const AGGREGATE_EXAMPLE = {
  aggregations: { 'service.name.keyword': { buckets: [{ key: 'shop_postgres', doc_count: 12 }] } },
};

export const SUGGESTIONS_SCHEMA = object({
  suggestions: {
    type: 'array',
    maxItems: 20,
    items: object({
      text: { type: 'string', description: 'What to show' },
      entityType: text,
      id: uuid,
      name: text,
      'displayName?': text,
      fullyQualifiedName: text,
      'contract?': object(
        { 'name?': text, 'entityStatus?': text, 'latestStatus?': text },
        'Of an asset its contract, of a contract itself; latestStatus: of its newest result that has ended',
      ),
    }),
  },
});

export const SUGGESTIONS_EXAMPLE = {
  suggestions: [
    {
      text: 'orders',
      entityType: 'table',
      id: ID,
      name: 'orders',
      fullyQualifiedName: 'shop_postgres.shop.public.orders',
    },
  ],
};

export const CSV = [
  'entityType,fullyQualifiedName,name,displayName,description',
  'table,shop_postgres.shop.public.orders,orders,,One row for each order',
  '',
].join('\r\n');
