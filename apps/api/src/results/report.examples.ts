import { list, object, text } from '../http/schemas';
import { BULK_MIXED, BULK_STORED, OUTCOME } from './result.examples';

/** A scan of soda. */
export const REPORT = {
  scanStartTimestamp: '2025-11-20T04:19:01+00:00',
  scanEndTimestamp: '2025-11-20T04:19:05+00:00',
  checks: [
    { name: 'row_count > 0', definition: 'checks for orders:\n  - row_count > 0', table: 'orders', outcome: 'pass' },
    { name: 'missing_count(customer) = 0', table: 'orders', column: 'customer', outcome: 'fail' },
  ],
};

/** A run of datacontract-cli, as `datacontract test --publish` sends it. */
export const PUBLISHED_RUN = {
  runId: '6f1e2a44-1d0c-4a39-9b5e-0c7f2f7d9a10',
  dataContractId: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  dataContractVersion: '1.0.0',
  server: 'production',
  timestampStart: '2025-11-20T04:19:01.120000Z',
  timestampEnd: '2025-11-20T04:19:05.310000Z',
  result: 'failed',
  checks: [
    {
      category: 'schema',
      type: 'field_is_present',
      name: 'id is present',
      model: 'orders',
      field: 'id',
      result: 'passed',
    },
    {
      category: 'quality',
      type: 'row_count',
      name: 'at least one row',
      model: 'orders',
      result: 'failed',
      reason: '0',
    },
  ],
  logs: [],
};

/** A run of junit, whose suite is one table. */
export const JUNIT_REPORT = `<testsuites>
  <testsuite name="orders" timestamp="2025-11-20T04:19:05">
    <testcase name="rows are there" classname="orders"/>
    <testcase name="each order has a customer" classname="orders"><failure message="2 have none"/></testcase>
  </testsuite>
</testsuites>`;

export const REPORT_ANSWER_SCHEMA = object({
  results: {
    type: 'array',
    description: 'One outcome for each contract that the report is about',
    items: object({
      subjects: list(text, 'Name of the checked object in the tool'),
      checks: { type: 'integer', minimum: 1, description: 'Checks of the report that are about it' },
      ...OUTCOME,
    }),
  },
  'leftOut?': {
    type: 'array',
    description: 'Of dbt: tables that have no contract in the catalog',
    items: object({ subjects: list(text), checks: { type: 'integer', minimum: 1 }, reason: text }),
  },
});

const PART = { subjects: ['orders'], checks: 2 };
const parts = (outcomes: readonly object[]) => ({ results: outcomes.map((outcome) => ({ ...PART, ...outcome })) });

export const REPORT_STORED = parts(BULK_STORED.results);
export const REPORT_MIXED = parts(BULK_MIXED.results);
