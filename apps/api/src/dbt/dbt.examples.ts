export const MANIFEST = {
  metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json', adapter_type: 'postgres' },
  nodes: {
    'model.shop.revenue': {
      resource_type: 'model',
      database: 'shop',
      schema: 'sales',
      name: 'revenue',
      alias: 'revenue',
      description: 'One row for each day',
      config: { materialized: 'table' },
      columns: { day: { name: 'day', data_type: 'date', description: 'The day of the sales' } },
      depends_on: { nodes: ['source.shop.raw.orders'] },
    },
  },
  sources: {
    'source.shop.raw.orders': {
      resource_type: 'source',
      database: 'shop',
      schema: 'public',
      name: 'orders',
      identifier: 'orders',
      columns: {},
    },
  },
};

export const REPORT = {
  tables: 2,
  edges: 1,
  columns: 1,
  tests: 0,
  results: 0,
  contracts: 0,
  skipped: [{ id: 'metric.shop.average_revenue', reason: 'the catalog has no metrics' }],
};
