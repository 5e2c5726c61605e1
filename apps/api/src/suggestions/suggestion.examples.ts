import { REFERENCE } from '../governance/policy.examples';
import { component, instant, list, oneOf, text } from '../http/schemas';

const TEST = component(
  'SuggestedTest',
  {
    name: text,
    entityLink: text,
    testDefinition: text,
    parameterValues: list(component('SuggestedParameter', { 'name?': text, 'value?': text })),
  },
  'The body of POST /v1/dataQuality/testCases',
);

const EVIDENCE = component('SuggestionEvidence', {
  kind: oneOf(['asset', 'column', 'constraint', 'profile', 'refresh', 'testCase']),
  count: { type: 'integer', minimum: 1 },
  'from?': instant,
  'to?': instant,
  text,
});

const LINE = component('SuggestedLine', {
  path: {
    ...text,
    description: 'Path, as in changes of contracts; for tests `tests.<definition>[.<column>]`',
  },
  value: { description: 'A column, a constraint, a reference, a rule, a duration, or the parameters of a test' },
  confidence: {
    type: 'number',
    description: 'Stated by the catalog: 1. Shown by n observations without exception: (n + 1) / (n + 2)',
  },
  evidence: list(EVIDENCE),
  'test?': TEST,
});

export const SUGGESTED_CONTRACT_SCHEMA = component('SuggestedContract', {
  entity: REFERENCE,
  document: {
    type: 'object',
    description: 'The body of POST /v1/dataContracts, of a PUT where there is a contract; without the tests',
  },
  tests: list(TEST),
  lines: list(LINE),
  'contract?': { ...REFERENCE, description: 'The contract that the asset has' },
});

const ORDERS = {
  id: '7b1d5c1e-2a0b-4f6e-9a53-0f8f6c2d7e21',
  type: 'table',
  name: 'orders',
  fullyQualifiedName: 'shop_warehouse.shop.sales.orders',
  deleted: false,
};

export const ASKED = { entity: { type: 'table', fullyQualifiedName: ORDERS.fullyQualifiedName }, days: 90 };

export const SUGGESTED_CONTRACT = {
  entity: ORDERS,
  document: {
    name: 'orders_contract',
    entity: { id: ORDERS.id, type: 'table' },
    entityStatus: 'Draft',
    schema: [{ name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' }],
  },
  tests: [],
  lines: [
    {
      path: 'schema.id',
      value: { name: 'id', dataType: 'BIGINT' },
      confidence: 1,
      evidence: [{ kind: 'column', count: 1, text: 'The asset has the column id' }],
    },
    {
      path: 'schema.id.constraint',
      value: 'NOT_NULL',
      confidence: 0.9688,
      evidence: [
        {
          kind: 'profile',
          count: 30,
          from: 1_761_700_000_000,
          to: 1_764_300_000_000,
          text: 'In 30 profiles no value was missing',
        },
      ],
    },
  ],
};
