import { entityTypes } from '@app/catalog';
import { answerExample } from '../entities/answer-example';
import { integer, list, number, object, text, uuid } from '../http/schemas';

const TABLE = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';

export const REFERENCES_SCHEMA = {
  type: 'array',
  maxItems: 1_000,
  items: { $ref: '#/components/schemas/EntityReference' },
};

export const NAMES_SCHEMA = { type: 'array', maxItems: 1_000, items: { type: 'string', maxLength: 65_536 } };

export const REFERENCES = [{ id: TABLE, type: 'table' }];

export const SHOWN_TABLE = answerExample(entityTypes.get('table'));

export const JOINS = {
  startDate: '2026-01-31',
  dayCount: 1,
  columnJoins: [
    {
      columnName: 'customer_id',
      joinedWith: [{ fullyQualifiedName: 'shop_postgres.shop.public.customers.id', joinCount: 12 }],
    },
  ],
};

const COST = { timestamp: 1_700_000_000_000, cost: 0.2, count: 12, totalDuration: 840 };

export const SENT_QUERY_COST = { ...COST, queryReference: { id: TABLE, type: 'query' } };

export const QUERY_COST = {
  ...COST,
  queryReference: { id: TABLE, type: 'query', fullyQualifiedName: 'shop_postgres.5d41402abc4b2a76b9719d911017c592' },
};

export const QUERY_COST_SCHEMA = object({
  timestamp: integer,
  cost: number,
  count: number,
  totalDuration: number,
  queryReference: { $ref: '#/components/schemas/EntityReference' },
});

const STATISTICS = object({ count: integer, percentileRank: number });

const DETAILS = object({
  date: { type: 'string', format: 'date' },
  dailyStats: STATISTICS,
  weeklyStats: STATISTICS,
  monthlyStats: STATISTICS,
});

export const USAGE_SCHEMA = object({ entity: { $ref: '#/components/schemas/EntityReference' }, usage: list(DETAILS) });

export const USAGE = {
  entity: { id: TABLE, type: 'table', fullyQualifiedName: 'shop_postgres.shop.public.orders' },
  usage: [
    {
      date: '2026-01-31',
      dailyStats: { count: 12, percentileRank: 90 },
      weeklyStats: { count: 80, percentileRank: 85 },
      monthlyStats: { count: 310, percentileRank: 80 },
    },
  ],
};

export const CONNECTION_DEFINITION_SCHEMA = object({
  id: uuid,
  name: text,
  fullyQualifiedName: text,
  steps: { type: 'array', maxItems: 0, items: { type: 'object' } },
});

export const CONNECTION_DEFINITION = {
  id: '0b7f6f0e-51f2-8a33-a5a2-6d0e3c9c1f44',
  name: 'Postgres.testConnectionDefinition',
  fullyQualifiedName: 'Postgres.testConnectionDefinition',
  steps: [],
};

export const PROFILER_SETTING = {
  config_type: 'profilerConfiguration',
  config_value: { metricConfiguration: [] },
} as const;

export const PROFILER_SETTING_SCHEMA = object({
  config_type: { const: 'profilerConfiguration' },
  config_value: object({ metricConfiguration: { type: 'array', maxItems: 0, items: { type: 'object' } } }),
});
