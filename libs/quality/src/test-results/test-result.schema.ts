import { shape } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import { count, instant, list, openObject, smallObject } from '../input/body-schema';
import { bodyReader } from '../input/body-check';

/** Outcomes of a test case; Queued is none yet, and never counts as passed. */
export const TEST_CASE_STATUSES = ['Success', 'Failed', 'Aborted', 'Queued'] as const;
export type TestCaseStatus = (typeof TEST_CASE_STATUSES)[number];

/** A pushed result; `body` is all but what stands in columns of its own. */
export interface TestResultDocument {
  /** Epoch ms. */
  readonly timestamp: number;
  readonly status: TestCaseStatus;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What clients send back as they read it; the path says which test case is meant. */
const IGNORED = {
  id: shape.text,
  fqn: shape.text,
  testCaseFQN: shape.text,
  testCase: openObject,
  testDefinition: openObject,
};

const { text, number, closed } = shape;
const VALUE = closed({ name: text, value: text, predictedValue: text });
const MOST_VALUES = 1_000;

/** The body of a result (`fields.md` of the reference, with `testResultValue` optional). */
export const TEST_RESULT_SCHEMA: JsonSchema = smallObject(
  {
    ...IGNORED,
    timestamp: instant,
    testCaseStatus: shape.oneOf(...TEST_CASE_STATUSES),
    result: text,
    sampleData: text,
    testResultValue: list(VALUE, MOST_VALUES),
    passedRows: count,
    failedRows: count,
    passedRowsPercentage: { type: 'number', minimum: 0, maximum: 100 },
    failedRowsPercentage: { type: 'number', minimum: 0, maximum: 100 },
    incidentId: { type: 'string', format: 'uuid' },
    maxBound: number,
    minBound: number,
    dimensionResults: list(openObject, MOST_VALUES),
  },
  ['timestamp', 'testCaseStatus'],
);

type SentResult = Record<string, unknown> & { timestamp: number; testCaseStatus: TestCaseStatus };

const read = bodyReader<SentResult>('a test case result', TEST_RESULT_SCHEMA);

/** @throws {AppError} BAD_REQUEST that names every wrong field */
export function readTestResult(sent: unknown): TestResultDocument {
  const { timestamp, testCaseStatus, ...rest } = read(sent);
  const body = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in IGNORED)));
  return { timestamp, status: testCaseStatus, body };
}
