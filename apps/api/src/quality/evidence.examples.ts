import { entityTypes } from '@app/catalog';
import { answerExample } from '../entities/answer-example';
import { component, count } from '../http/schemas';

/** Examples of bodies and answers for the API document. */
const TIMESTAMP = 1_763_612_345_678;
const HOUR = 3_600_000;

export const TEST_RESULT = {
  timestamp: TIMESTAMP,
  testCaseStatus: 'Failed',
  result: '3 orders come twice',
  testResultValue: [{ name: 'duplicates', value: '3' }],
  passedRows: 997,
  failedRows: 3,
};
export const STORED_TEST_RESULT = {
  testCaseFQN: 'shop_postgres.shop.public.orders.order_id.order_id_is_unique',
  ...TEST_RESULT,
};

export const OBSERVATIONS = [
  { timestamp: TIMESTAMP, kind: 'refresh', source: 'nightly-load' },
  { timestamp: TIMESTAMP, kind: 'arrival', dataTimestamp: TIMESTAMP - HOUR, source: 'nightly-load' },
  { timestamp: TIMESTAMP, kind: 'availability', available: true, source: 'probe' },
];

const TABLE_PROFILE = { timestamp: TIMESTAMP, rowCount: 1_000, columnCount: 3 };
export const COLUMN_PROFILE = { name: 'ordered_at', timestamp: TIMESTAMP, nullCount: 0, max: '2025-11-20T04:00:00Z' };
export const SYSTEM_PROFILE = { timestamp: TIMESTAMP - HOUR, operation: 'INSERT', rowsAffected: 120 };
export const PROFILE = {
  tableProfile: TABLE_PROFILE,
  columnProfile: [COLUMN_PROFILE],
  systemProfile: [SYSTEM_PROFILE],
};
export const SENT_CUSTOM_METRIC = {
  name: 'late_orders',
  columnName: 'ordered_at',
  description: 'Orders that wait for more than a day',
  expression: "select count(*) from orders where ordered_at < now() - interval '1 day'",
};
export const CUSTOM_METRIC = {
  id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a12',
  name: 'open_orders',
  expression: 'select count(*) from orders where note is null',
  updatedAt: TIMESTAMP,
  updatedBy: 'dana',
};
export const SAMPLE_DATA = {
  columns: ['order_id', 'note'],
  rows: [
    [1, 'gift'],
    [2, null],
  ],
};

export const MESSAGES = { messages: ['{"order_id": 1, "note": "gift"}'] };

export const PIPELINE_STATUS = {
  runId: 'nightly-2025-11-20',
  pipelineState: 'success',
  timestamp: TIMESTAMP - HOUR,
  startDate: TIMESTAMP - HOUR,
  endDate: TIMESTAMP,
};

export const TABLE_PIPELINE = {
  pipeline: {
    id: '9d3e5a77-1c2b-4f60-8a94-5e6f7a8b9c0d',
    type: 'pipeline',
    name: 'nightly_load',
    fullyQualifiedName: 'shop_airflow.nightly_load',
  },
  serviceType: 'Airflow',
  scheduleInterval: '0 2 * * *',
  lastRunTime: TIMESTAMP,
  lastRunStatus: 'Successful',
  averageRunTime: 840_000,
};

export const EXECUTABLE_SUITE = {
  name: 'shop_postgres.shop.public.orders.testSuite',
  basicEntityReference: 'shop_postgres.shop.public.orders',
};

/** An entity of the type as returned, with the fields that the request added. */
export function answered(type: string, more: Readonly<Record<string, unknown>>): object {
  return answerExample(entityTypes.get(type), more);
}

export const page = (entry: object) => ({ data: [entry], paging: { total: 37, after: 'pOeZ…' } });
export const SHOWN_TABLE = answered('table', { profile: TABLE_PROFILE });
export const SHOWN_PIPELINE = answered('pipeline', { pipelineStatus: PIPELINE_STATUS });
export const SHOWN_SUITE = answered('testSuite', { name: 'testSuite', basic: true });
export { TABLE_PROFILE };

export const LOGICAL_TEST_CASES = {
  testSuiteId: '5b1d7c40-3e2f-4a6b-8c9d-0e1f2a3b4c5d',
  testCaseIds: ['3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11'],
};
export const SHOWN_LOGICAL_SUITE = answered('testSuite', { basic: false });
export const TEST_SUMMARY = { success: 11, failed: 1, aborted: 0, queued: 0, total: 12 };
export const TEST_SUMMARY_SCHEMA = component('TestSummary', {
  ...{ success: count, failed: count, aborted: count, queued: count, total: count },
});
