import { component, instant, list, oneOf, text, uuid } from '../http/schemas';
import { REFERENCE } from './policy.examples';

const paths = list(text);

export const CONSUMER_SCHEMA = component('ContractConsumer', {
  id: uuid,
  'contract?': REFERENCE,
  'party?': REFERENCE,
  purpose: text,
  'columns?': { ...paths, description: 'Absent: the whole contract' },
  'missingColumns?': { ...paths, description: 'Those that the contract has lost' },
  'contact?': text,
  'until?': instant,
  'expired?': { type: 'boolean', description: 'true where `until` has passed; else absent' },
  'declaredBy?': REFERENCE,
  declaredAt: instant,
  updatedAt: instant,
});

/** The consumers whom a change concerns, as an impact and a check show them. */
export const CONCERNED_SCHEMA = {
  type: 'array',
  description: 'Consumers whom the change concerns; absent where there are none',
  items: component('ConcernedConsumer', { id: uuid, 'party?': REFERENCE, 'columns?': paths, purpose: text }),
};

export const SUGGESTED_SCHEMA = component('SuggestedConsumers', {
  data: list(
    component('SuggestedConsumer', {
      'party?': REFERENCE,
      'columns?': { ...paths, description: 'Sources of their assets, if lineage is known for all of them' },
      evidence: {
        type: 'array',
        description: 'At most 20',
        items: component('ConsumerEvidence', {
          kind: oneOf(['lineage', 'query']),
          'asset?': REFERENCE,
          'hops?': { type: 'integer', minimum: 1 },
          'query?': REFERENCE,
          'lastAt?': instant,
        }),
      },
    }),
  ),
});

const ANN = {
  id: '0f4d6a2b-3c1e-4d5f-8a9b-1c2d3e4f5a6b',
  type: 'user',
  name: 'ann',
  fullyQualifiedName: 'ann',
  deleted: false,
};
const ORDERS = 'shop_warehouse.shop.sales.orders';

export const SENT_CONSUMER = {
  party: { type: 'user', fullyQualifiedName: 'ann' },
  purpose: 'Monthly revenue report',
  columns: ['total'],
  contact: 'ann@example.org',
};

export const CONSUMER = {
  id: '5b7c9d1e-2f3a-4b5c-9d6e-7f8a9b0c1d2e',
  contract: {
    id: '1c9d4d5e-6a50-4d0d-9d6a-4f2f7f2f6d10',
    type: 'dataContract',
    name: 'orders_contract',
    fullyQualifiedName: `${ORDERS}.dataContract_orders_contract`,
    deleted: false,
  },
  ...SENT_CONSUMER,
  party: ANN,
  declaredBy: ANN,
  declaredAt: 1_764_300_000_000,
  updatedAt: 1_764_300_000_000,
};

export const SUGGESTION = {
  party: ANN,
  columns: ['total'],
  evidence: [
    {
      kind: 'lineage',
      asset: {
        id: '7b1d5c1e-2a0b-4f6e-9a53-0f8f6c2d7e21',
        type: 'table',
        name: 'revenue',
        fullyQualifiedName: 'shop_warehouse.shop.marts.revenue',
        deleted: false,
      },
      hops: 1,
    },
  ],
};
