const ID = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';

export const RESPONSE_SCHEMA = {
  type: 'object',
  required: ['took', 'timed_out', '_shards', 'hits'],
  properties: {
    took: { type: 'integer', description: 'Milliseconds' },
    timed_out: { type: 'boolean', description: 'true: what is there was found in time, there may be more' },
    _shards: { type: 'object' },
    hits: {
      type: 'object',
      required: ['max_score', 'hits'],
      properties: {
        total: {
          type: 'object',
          properties: { value: { type: 'integer' }, relation: { type: 'string', enum: ['eq', 'gte'] } },
        },
        max_score: { type: ['number', 'null'] },
        hits: {
          type: 'array',
          items: {
            type: 'object',
            required: ['_index', '_id', '_score', 'sort'],
            properties: {
              _index: { type: 'string' },
              _id: { type: 'string', format: 'uuid' },
              _score: { type: ['number', 'null'], description: 'null where the order is not by relevance' },
              _source: { type: 'object', description: 'The search document of the entity' },
              sort: { type: 'array', items: {}, description: 'Its place, for `search_after`' },
              highlight: { type: 'object' },
            },
          },
        },
      },
    },
    aggregations: { type: 'object' },
    warnings: {
      type: 'array',
      description: 'Fields that were asked for and that no entity type has: they find nothing',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'The parameter, or the path in it' },
          message: { type: 'string' },
        },
      },
    },
    rewrittenQuery: { type: 'string', description: 'The query that found these hits, where `q` found none' },
    hierarchy: { type: 'array', items: { type: 'object' } },
  },
};

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

export const AGGREGATE_SCHEMA = {
  type: 'object',
  required: ['aggregations'],
  properties: { aggregations: { type: 'object' } },
};

export const AGGREGATE_EXAMPLE = {
  aggregations: { 'service.name.keyword': { buckets: [{ key: 'shop_postgres', doc_count: 12 }] } },
};

export const SUGGESTIONS_SCHEMA = {
  type: 'object',
  required: ['suggestions'],
  properties: {
    suggestions: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['text', 'entityType', 'id', 'name', 'fullyQualifiedName'],
        properties: {
          text: { type: 'string', description: 'What to show' },
          entityType: { type: 'string' },
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          displayName: { type: 'string' },
          fullyQualifiedName: { type: 'string' },
          contract: {
            type: 'object',
            description:
              'Of an asset its contract, of a contract itself; latestStatus: of its newest result that has ended',
            properties: {
              name: { type: 'string' },
              entityStatus: { type: 'string' },
              latestStatus: { type: 'string' },
            },
          },
        },
      },
    },
  },
};

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
