/** Request and response examples of the ODCS routes, for the API document. */
export const DOCUMENT = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: '53581432-6c55-4ba2-a65f-72344a91553a',
  version: '1.0.0',
  status: 'active',
  name: 'orders_contract',
  schema: [
    {
      name: 'orders',
      physicalType: 'table',
      properties: [{ name: 'order_id', logicalType: 'integer', physicalType: 'bigint', primaryKey: true }],
    },
  ],
  roles: [{ role: 'reader' }],
  slaProperties: [{ property: 'frequency', value: 1, unit: 'd' }],
};

export const REPORT = {
  mapped: ['name', 'status', 'schema[0].properties[0].name', 'slaProperties[0]'],
  notJudged: [{ path: 'roles[0].role', reason: 'forPeople' }],
  kept: ['id', 'version'],
  notUnderstood: [],
};

export const PARSED = {
  name: 'orders_contract',
  version: '1.0.0',
  status: 'active',
  schemaObjects: ['orders'],
  hasMultipleObjects: false,
};

export const VERDICT = { valid: true, errors: [], odcsImportReport: REPORT };

const ASSET = {
  id: '0d6b6f0c-7a3e-4a55-9d58-6a0f0f1c2b3d',
  type: 'table',
  fullyQualifiedName: 'shop_postgres.shop.public.orders',
};

export const BULK = {
  total: 2,
  created: 1,
  failed: 1,
  results: [
    {
      object: 'orders',
      status: 201,
      asset: ASSET,
      contract: {
        id: '53581432-6c55-4ba2-a65f-72344a91553a',
        name: 'orders_contract',
        fullyQualifiedName: 'shop_postgres.shop.public.orders.dataContract_orders_contract',
      },
      odcsImportReport: REPORT,
    },
    { object: 'returns', status: 404, error: 'no asset of shop_postgres is named like this object' },
  ],
};
