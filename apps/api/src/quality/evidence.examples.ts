import { entityTypes } from '@app/catalog';
import { answerExample } from '../entities/answer-example';

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
export const PROFILE = {
  tableProfile: TABLE_PROFILE,
  columnProfile: [{ name: 'ordered_at', timestamp: TIMESTAMP, nullCount: 0, max: '2025-11-20T04:00:00Z' }],
  systemProfile: [{ timestamp: TIMESTAMP - HOUR, operation: 'INSERT', rowsAffected: 120 }],
};
export const SAMPLE_DATA = {
  columns: ['order_id', 'note'],
  rows: [
    [1, 'gift'],
    [2, null],
  ],
};

export const PIPELINE_STATUS = {
  runId: 'nightly-2025-11-20',
  pipelineState: 'success',
  timestamp: TIMESTAMP - HOUR,
  startDate: TIMESTAMP - HOUR,
  endDate: TIMESTAMP,
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
