/** A small web shop: a warehouse with eight tables, a dashboard, a team that owns most of them. Written for this demo. */

export const SCHEMA_FQN = 'shop_warehouse.shop.sales';

/** A reference to a table of the shop. */
export const tableOf = (name: string): object => ({ type: 'table', fullyQualifiedName: `${SCHEMA_FQN}.${name}` });

/** [collection, create body], parents first. */
export const PEOPLE_AND_PLACES: readonly (readonly [string, object])[] = [
  [
    '/users',
    { name: 'demo_steward', email: 'demo_steward@example.com', displayName: 'Demo Steward', roles: ['DataSteward'] },
  ],
  ['/teams', { name: 'commerce', teamType: 'Group', displayName: 'Commerce', users: ['demo_steward'] }],
  [
    '/services/databaseServices',
    { name: 'shop_warehouse', serviceType: 'Postgres', description: 'The warehouse of the web shop' },
  ],
  ['/domains', { name: 'sales', domainType: 'Consumer-aligned', description: 'From the basket to the parcel' }],
  ['/databases', { name: 'shop', service: 'shop_warehouse' }],
  [
    '/databaseSchemas',
    {
      name: 'sales',
      database: 'shop_warehouse.shop',
      description: 'Who bought what, and when',
      domains: ['sales'],
    },
  ],
  ['/services/dashboardServices', { name: 'shop_reports', serviceType: 'Superset' }],
  [
    '/dashboards',
    { name: 'revenue', service: 'shop_reports', displayName: 'Revenue', description: 'Paid orders by day and country' },
  ],
];

const owners = [{ type: 'team', fullyQualifiedName: 'commerce' }];
const key = (name: string, description: string): object => ({
  name,
  dataType: 'BIGINT',
  constraint: 'PRIMARY_KEY',
  description,
});
const column = (name: string, dataType: string, description?: string, more: object = {}): object => ({
  name,
  dataType,
  ...(description ? { description } : {}),
  ...more,
});
const required = { constraint: 'NOT_NULL' };

/** Made of ODCS below, with an identity of its own there. */
const RETURNS = {
  name: 'returns',
  description: 'Parcels that came back',
  owners,
  columns: [
    key('return_id', 'Key of the return'),
    column('order_id', 'BIGINT', 'Where it came from', required),
    column('returned_at', 'TIMESTAMP', 'When it arrived'),
  ],
};

/** Has no contract of its own: that of its data product is in force. */
const CARRIERS = {
  name: 'carriers',
  description: 'Who takes parcels to customers',
  owners,
  columns: [key('carrier_id', 'Key of the carrier'), column('title', 'VARCHAR', 'Its name', { dataLength: 100 })],
};

export const TABLES: readonly object[] = [
  {
    name: 'customers',
    description: 'One row for each customer account',
    owners,
    columns: [
      key('customer_id', 'Key of the customer'),
      column('email', 'VARCHAR', 'Address for receipts', { dataLength: 320, ...required }),
      column('signed_up_at', 'TIMESTAMP', 'When the account was made', required),
      column('country', 'CHAR', 'ISO 3166 code', { dataLength: 2 }),
    ],
  },
  {
    name: 'orders',
    description: 'One row for each order, paid or not',
    owners,
    columns: [
      key('order_id', 'Key of the order'),
      column('customer_id', 'BIGINT', 'Who ordered', required),
      column('ordered_at', 'TIMESTAMP', 'When the basket was sent', required),
      column('total', 'DECIMAL', 'Sum of all items, tax included', { precision: 12, scale: 2, ...required }),
      column('delivery', 'STRUCT', 'Where it goes', {
        children: [
          column('street', 'VARCHAR', 'Street and number', { dataLength: 200 }),
          column('city', 'VARCHAR', 'City', { dataLength: 100 }),
        ],
      }),
    ],
  },
  {
    name: 'order_items',
    description: 'The lines of the orders',
    owners,
    columns: [
      column('order_id', 'BIGINT', 'The order', required),
      column('line', 'INT', 'Place in the order', required),
      column('product_id', 'BIGINT', 'What was bought', required),
      column('quantity', 'INT', 'How many', required),
    ],
    tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['order_id', 'line'] }],
  },
  {
    name: 'products',
    // It has no owner and its price has no description: two rules of its contract fail for that.
    columns: [
      key('product_id', 'Key of the product'),
      column('title', 'VARCHAR', 'Name in the shop', { dataLength: 200 }),
      column('price', 'DECIMAL', undefined, { precision: 10, scale: 2 }),
    ],
  },
  {
    name: 'payments',
    columns: [
      key('payment_id', 'Key of the payment'),
      column('order_id', 'BIGINT', 'What was paid', required),
      column('amount', 'DECIMAL', 'How much', { precision: 12, scale: 2 }),
    ],
  },
  {
    name: 'shipments',
    description: 'Parcels on their way',
    owners,
    columns: [
      key('shipment_id', 'Key of the parcel'),
      column('order_id', 'BIGINT', 'What it holds', required),
      column('sent_at', 'TIMESTAMP', 'When it left'),
    ],
  },
  RETURNS,
  CARRIERS,
];

const owned = {
  name: 'has an owner',
  description: 'Somebody answers for the table',
  rule: { '!!': [{ var: 'owners' }] },
};
const described = {
  name: 'every column is described',
  description: 'A reader need not guess',
  rule: { all: [{ var: 'columns' }, { '!!': [{ var: 'description' }] }] },
};
const snakeCase = {
  name: 'snake case',
  description: 'Names are lower case with underscores',
  rule: { matchesRegex: [{ var: 'name' }, '^[a-z][a-z0-9_]*$'] },
};

/** One contract for each table. `expected` is what its validation comes to, once the tables have changed as in DRIFT. */
export const CONTRACTS: readonly { table: string; body: object; expected: string }[] = [
  {
    table: 'orders',
    expected: 'Success',
    body: {
      semantics: [owned, described, snakeCase],
      schemaFromTable: true,
      termsOfUse: 'For analysis inside the shop.',
    },
  },
  { table: 'order_items', expected: 'Success', body: { semantics: [owned, described], schemaFromTable: true } },
  { table: 'customers', expected: 'PartialSuccess', body: { semantics: [owned, described], schemaFromTable: true } },
  {
    table: 'products',
    expected: 'PartialSuccess',
    body: { semantics: [owned, described, snakeCase], schemaFromTable: true },
  },
  { table: 'payments', expected: 'Failed', body: { semantics: [owned], schemaFromTable: true } },
  { table: 'shipments', expected: 'Failed', body: { sla: { refreshFrequency: 'PT24H' } } },
];

/** Which table is made of which, with the columns where that is known. */
export const LINEAGE: readonly { from: string; to: string; columns?: readonly (readonly [string, string])[] }[] = [
  { from: 'customers', to: 'orders', columns: [['customer_id', 'customer_id']] },
  { from: 'orders', to: 'order_items', columns: [['order_id', 'order_id']] },
  { from: 'products', to: 'order_items', columns: [['product_id', 'product_id']] },
  { from: 'orders', to: 'payments', columns: [['order_id', 'order_id']] },
  { from: 'orders', to: 'shipments' },
  { from: 'orders', to: 'returns', columns: [['order_id', 'order_id']] },
  { from: 'carriers', to: 'shipments' },
];

/** Tables that a dashboard is made of. */
export const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  'shop_reports.revenue': ['order_items', 'payments'],
};

/** A document of the Open Data Contract Standard, of another tool: it becomes the contract of its table. */
export const ODCS = {
  table: RETURNS.name,
  document: {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: '0d0d2f6e-3c56-4a6c-9a51-9f4b8f1a7c21',
    version: '1.2.0',
    status: 'active',
    name: 'returns_contract',
    description: { purpose: 'What readers of returns may rely on', usage: 'For analysis inside the shop.' },
    schema: [
      {
        name: RETURNS.name,
        physicalType: 'table',
        properties: [
          { name: 'return_id', logicalType: 'integer', physicalType: 'bigint', primaryKey: true },
          { name: 'order_id', logicalType: 'integer', physicalType: 'bigint', required: true },
          { name: 'returned_at', logicalType: 'timestamp', physicalType: 'timestamp' },
        ],
      },
    ],
  },
};

/** A data product with a contract, which is that of its assets. */
export const PRODUCT = {
  body: {
    name: 'logistics',
    description: 'Everything that moves parcels',
    domains: ['sales'],
    owners,
  },
  assets: [CARRIERS.name],
  contract: { semantics: [owned], termsOfUse: 'Ask before it leaves the company.' },
};

/** The contract that is validated every morning. */
export const SCHEDULE = { table: 'orders', body: { cron: '0 6 * * *', timezone: 'Europe/Berlin' } };

/** Schema drift: changes to the tables after their contracts were created. */
export const DRIFT: readonly (readonly [string, object[]])[] = [
  [
    'customers',
    [
      { op: 'replace', path: '/columns/1/dataType', value: 'INT' },
      { op: 'remove', path: '/columns/1/dataLength' },
    ],
  ],
  ['payments', [{ op: 'remove', path: '/columns/2' }]],
];
