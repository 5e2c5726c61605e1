/** A small project in the shape of dbt's manifest v12, written by its published schema. */
type Json = Record<string, unknown>;

const IN_SHOP = { database: 'shop', package_name: 'shop' };

function model(name: string, more: Json): Json {
  return {
    ...IN_SHOP,
    resource_type: 'model',
    schema: 'sales',
    name,
    alias: name,
    unique_id: `model.shop.${name}`,
    fqn: ['shop', name],
    config: { enabled: true, materialized: 'table', ...(more.config as Json | undefined) },
    compiled_code: `select * from made_of_${name}`,
    ...Object.fromEntries(Object.entries(more).filter(([key]) => key !== 'config')),
  };
}

function test(name: string, kind: string, attached: string, column: string | null, reads: string[]): Json {
  return {
    ...IN_SHOP,
    resource_type: 'test',
    schema: 'dbt_test__audit',
    name,
    alias: name,
    unique_id: `test.shop.${name}.1`,
    test_metadata: { name: kind, kwargs: { column_name: column } },
    column_name: column,
    attached_node: attached,
    depends_on: { macros: ['macro.dbt.test_not_null'], nodes: reads },
  };
}

export const MANIFEST = {
  metadata: {
    dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json',
    dbt_version: '1.10.4',
    adapter_type: 'postgres',
  },
  nodes: {
    'model.shop.clean_orders': model('clean_orders', {
      config: { materialized: 'ephemeral' },
      depends_on: { nodes: ['source.shop.raw.orders'], macros: [] },
    }),
    'model.shop.revenue': model('revenue', {
      description: 'One row for each day',
      columns: {
        day: {
          name: 'day',
          description: 'The day of the sales',
          data_type: 'date',
          constraints: [{ type: 'primary_key' }],
        },
        total: { name: 'total', description: 'Sum of the orders', data_type: 'numeric(12, 2)', constraints: [] },
      },
      depends_on: { nodes: ['model.shop.clean_orders', 'seed.shop.days'], macros: [] },
      contract: { enforced: true, alias_types: true, checksum: null },
    }),
    'model.shop.newest_revenue': model('newest_revenue', {
      config: { materialized: 'view' },
      depends_on: { nodes: ['model.shop.revenue'], macros: [] },
    }),
    'seed.shop.days': {
      ...model('days', { depends_on: { macros: [] } }),
      resource_type: 'seed',
      unique_id: 'seed.shop.days',
    },
    'snapshot.shop.orders_then': {
      ...model('orders_then', { depends_on: { nodes: ['source.shop.raw.orders'] } }),
      resource_type: 'snapshot',
    },
    'test.shop.not_null_revenue_day.1': test('not_null_revenue_day', 'not_null', 'model.shop.revenue', 'day', [
      'model.shop.revenue',
    ]),
    'test.shop.total_is_positive.1': {
      ...IN_SHOP,
      resource_type: 'test',
      schema: 'dbt_test__audit',
      name: 'total_is_positive',
      unique_id: 'test.shop.total_is_positive.1',
      depends_on: { nodes: ['model.shop.revenue'] },
    },
    'test.shop.unique_clean_orders_id.1': test('unique_clean_orders_id', 'unique', 'model.shop.clean_orders', 'id', [
      'model.shop.clean_orders',
    ]),
    'analysis.shop.try': { ...model('try', {}), resource_type: 'analysis' },
  },
  sources: {
    'source.shop.raw.orders': {
      ...IN_SHOP,
      resource_type: 'source',
      schema: 'raw',
      name: 'orders',
      identifier: 'orders',
      unique_id: 'source.shop.raw.orders',
      description: 'Orders as they come',
      columns: { id: { name: 'id', description: 'Key of the order' } },
    },
  },
  exposures: {
    'exposure.shop.board': { name: 'board', type: 'dashboard', depends_on: { nodes: ['model.shop.revenue'] } },
  },
  macros: { 'macro.dbt.test_not_null': { name: 'test_not_null', macro_sql: '{{ x }}' } },
  metrics: {},
  parent_map: {},
};

export const CATALOG = {
  metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/catalog/v1.json' },
  nodes: {
    'model.shop.revenue': {
      metadata: { type: 'BASE TABLE', database: 'shop', schema: 'sales', name: 'revenue' },
      columns: {
        day: { type: 'date', index: 1, name: 'day', comment: null },
        total: { type: 'numeric(12,2)', index: 2, name: 'total', comment: null },
        loaded_at: { type: 'timestamp with time zone', index: 3, name: 'loaded_at', comment: 'When it was loaded' },
      },
    },
  },
  sources: {},
  errors: null,
};

export const RUN_RESULTS = {
  metadata: { generated_at: '2026-11-20T05:00:10.000000Z', invocation_id: 'b1f5b1d0-2f7e-4f7a-8f0e-0d5b1c9f0d11' },
  results: [
    {
      unique_id: 'model.shop.revenue',
      status: 'success',
      timing: [
        { name: 'execute', started_at: '2026-11-20T05:00:00.000000Z', completed_at: '2026-11-20T05:00:05.500000Z' },
      ],
    },
    {
      unique_id: 'test.shop.not_null_revenue_day.1',
      status: 'pass',
      failures: 0,
      timing: [{ name: 'execute', started_at: '2026-11-20T05:00:06Z', completed_at: '2026-11-20T05:00:06.250000Z' }],
    },
    {
      unique_id: 'test.shop.total_is_positive.1',
      status: 'fail',
      failures: 3,
      message: 'Got 3 results, configured to fail if != 0',
      timing: [],
    },
  ],
};
