import { CONCERNED_SCHEMA } from '../../../governance/consumer.examples';
import { component, flag, instant, list, object, text, uuid } from '../../../http/schemas';

const NAMED = { id: uuid, name: text, fullyQualifiedName: text };
const REFERENCE = { ...NAMED, type: text, displayName: text, deleted: flag };

const CONTRACT = {
  type: 'object',
  properties: {
    ...NAMED,
    entityStatus: text,
    latestStatus: { ...text, nullable: true, description: 'Of its newest result that has ended; null without one' },
    owners: list({ type: 'object', properties: REFERENCE }),
  },
};

const ASSET = {
  type: 'object',
  required: ['id', 'type', 'name', 'fullyQualifiedName', 'deleted'],
  properties: {
    ...REFERENCE,
    columns: { ...list(text), description: 'Its columns that are reached; absent: it is reached as a whole' },
    contract: CONTRACT,
  },
};

export const IMPACT = component('ContractImpact', {
  contract: { type: 'object', properties: NAMED },
  entity: { type: 'object', properties: REFERENCE },
  'columns?': list(text),
  'consumers?': CONCERNED_SCHEMA,
  'testChanged?': {
    ...list(object({ testCase: { type: 'object', properties: REFERENCE }, at: instant })),
    description: 'Expected test cases whose parameters changed in the last 30 days',
  },
  hops: list(object({ 'hop?': { type: 'integer', minimum: 1 }, 'assets?': list(ASSET) })),
  paging: object({ 'total?': { type: 'integer', description: 'Assets that are reached, listed or not' } }),
});

const ORDERS = 'shop_warehouse.shop.sales.orders';
const REVENUE = 'shop_warehouse.shop.marts.revenue';

export const IMPACT_EXAMPLE = {
  contract: {
    id: '1c9d4d5e-6a50-4d0d-9d6a-4f2f7f2f6d10',
    name: 'orders_contract',
    fullyQualifiedName: `${ORDERS}.dataContract_orders_contract`,
  },
  entity: {
    id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
    type: 'table',
    name: 'orders',
    fullyQualifiedName: ORDERS,
    deleted: false,
  },
  columns: [`${ORDERS}.total`],
  hops: [
    {
      hop: 1,
      assets: [
        {
          id: '7b1d5c1e-2a0b-4f6e-9a53-0f8f6c2d7e21',
          type: 'table',
          name: 'revenue',
          fullyQualifiedName: REVENUE,
          deleted: false,
          columns: [`${REVENUE}.revenue`],
          contract: {
            id: '8d3a1f7e-5b0c-4f38-8f1e-0f1a4a3f9b77',
            name: 'revenue_contract',
            fullyQualifiedName: `${REVENUE}.dataContract_revenue_contract`,
            entityStatus: 'Active',
            latestStatus: 'Success',
            owners: [],
          },
        },
      ],
    },
  ],
  paging: { total: 1 },
};
