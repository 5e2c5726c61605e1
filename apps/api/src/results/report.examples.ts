import { BULK_ANSWER_SCHEMA, BULK_MIXED, BULK_STORED } from './result.examples';

/** A scan of soda. */
export const REPORT = {
  scanStartTimestamp: '2025-11-20T04:19:01+00:00',
  scanEndTimestamp: '2025-11-20T04:19:05+00:00',
  checks: [
    { name: 'row_count > 0', definition: 'checks for orders:\n  - row_count > 0', table: 'orders', outcome: 'pass' },
    { name: 'missing_count(customer) = 0', table: 'orders', column: 'customer', outcome: 'fail' },
  ],
};

/** A run of junit, whose suite is one table. */
export const JUNIT_REPORT = `<testsuites>
  <testsuite name="orders" timestamp="2025-11-20T04:19:05">
    <testcase name="rows are there" classname="orders"/>
    <testcase name="each order has a customer" classname="orders"><failure message="2 have none"/></testcase>
  </testsuite>
</testsuites>`;

const { results } = BULK_ANSWER_SCHEMA.properties;

export const REPORT_ANSWER_SCHEMA = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      description: 'One outcome for each contract that the report is about',
      items: {
        ...results.items,
        required: ['subjects', 'checks', 'status'],
        properties: {
          subjects: {
            type: 'array',
            items: { type: 'string' },
            description: 'What the tool calls what it checked',
          },
          checks: { type: 'integer', minimum: 1, description: 'Checks of the report that are about it' },
          ...results.items.properties,
        },
      },
    },
  },
};

const PART = { subjects: ['orders'], checks: 2 };
const parts = (outcomes: readonly object[]) => ({ results: outcomes.map((outcome) => ({ ...PART, ...outcome })) });

export const REPORT_STORED = parts(BULK_STORED.results);
export const REPORT_MIXED = parts(BULK_MIXED.results);
