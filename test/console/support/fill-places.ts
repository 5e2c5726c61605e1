import type { ConsoleWorld } from './console-world';

/** So many that a list has a second page. */
export const MANY_TABLES = 30;

const id = { name: 'id', dataType: 'BIGINT' };
const described = (name: string, more: object): object => ({ name, description: `About ${name}`, ...more });

const PLACES: readonly (readonly [string, object])[] = [
  ['/databaseSchemas', { name: 'archive', database: 'shop_warehouse.shop', description: 'Of **earlier** years' }],
  [
    '/storedProcedures',
    described('close_year', {
      databaseSchema: 'shop_warehouse.shop.archive',
      storedProcedureCode: { code: 'SELECT 1' },
    }),
  ],
  ['/domains', described('wholesale', { parent: 'sales', domainType: 'Aggregate' })],
  ['/teams', described('checkout', { teamType: 'Group', parents: ['commerce'] })],
  ['/services/storageServices', { name: 'lake', serviceType: 'S3' }],
  ['/containers', { name: 'raw', service: 'lake' }],
  ['/containers', { name: 'orders', service: 'lake', parent: 'lake.raw' }],
  ['/containers', described('2026', { service: 'lake', parent: 'lake.raw.orders' })],
  ['/services/messagingServices', { name: 'events', serviceType: 'Kafka' }],
  [
    '/topics',
    described('order_paid', {
      service: 'events',
      partitions: 1,
      messageSchema: { schemaType: 'JSON', schemaFields: [id] },
    }),
  ],
  ['/services/pipelineServices', { name: 'flows', serviceType: 'Airflow' }],
  ['/pipelines', { name: 'nightly', service: 'flows', tasks: [described('load_orders', { taskType: 'Python' })] }],
  ['/services/mlmodelServices', { name: 'models', serviceType: 'Mlflow' }],
  [
    '/mlmodels',
    {
      name: 'churn',
      service: 'models',
      algorithm: 'regression',
      mlFeatures: [{ name: 'orders_a_year', dataType: 'numerical' }],
    },
  ],
  ['/services/searchServices', { name: 'finder', serviceType: 'ElasticSearch' }],
  ['/searchIndexes', { name: 'goods', service: 'finder', fields: [id] }],
  ['/services/apiServices', { name: 'shop_api', serviceType: 'Rest' }],
  ['/apiCollections', { name: 'v1', service: 'shop_api', endpointURL: 'https://shop.example.com/v1' }],
  [
    '/apiEndpoints',
    {
      name: 'read_order',
      apiCollection: 'shop_api.v1',
      endpointURL: 'https://shop.example.com/v1/orders',
      responseSchema: { schemaType: 'JSON', schemaFields: [id] },
    },
  ],
  ['/charts', described('by_country', { service: 'shop_reports' })],
  [
    '/dashboards',
    { name: 'revenue', displayName: 'Revenue', service: 'shop_reports', charts: ['shop_reports.by_country'] },
  ],
  ['/glossaries', { name: 'words', description: 'Of the shop' }],
  ['/glossaryTerms', described('order', { glossary: 'words' })],
  ['/glossaryTerms', described('line', { glossary: 'words', parent: 'words.order' })],
  ['/classifications', { name: 'Privacy', description: 'Who may read it' }],
  ['/tags', described('Person', { classification: 'Privacy' })],
];

/** One of each type that holds others, and something in it. */
export async function fillPlaces({ client }: ConsoleWorld): Promise<void> {
  for (const [collection, body] of PLACES) await client.must('PUT', collection, body);
  for (let at = 0; at < MANY_TABLES; at++) {
    const table = described(`year_${String(1990 + at)}`, {
      databaseSchema: 'shop_warehouse.shop.archive',
      columns: [id],
    });
    await client.must('PUT', '/tables', table);
  }
  const tags = [
    { tagFQN: 'Privacy.Person', source: 'Classification' },
    { tagFQN: 'words.order.line', source: 'Glossary' },
  ];
  const table = '/tables/name/shop_warehouse.shop.sales.order_items';
  await client.must(
    'PATCH',
    table,
    tags.map((value) => ({ op: 'add', path: '/tags/-', value })),
  );
  // What was written is found from here on.
  await client.get('/search/query?q=orders&refresh=true');
}
