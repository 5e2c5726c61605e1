import { count, integer, object, text } from '../http/schemas';
import { RESULT_SCHEMA } from './result.schemas';

/** Examples of answers for the OpenAPI document. */
export const RESULT = {
  id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  dataContractFQN: 'shop.db.public.orders.dataContract_orders',
  timestamp: 1_763_612_345_678,
  contractExecutionStatus: 'PartialSuccess',
  result:
    '1 of 12 columns failed (discount). ' +
    'Column discount: promised DECIMAL(12,2), found DECIMAL(5,0): 5 digits before the point instead of 10, none after it instead of 2.',
  schemaValidation: { passed: 11, failed: 1, total: 12, failedFields: ['discount'] },
  semanticsValidation: { passed: 2, failed: 0, total: 2, failedRules: [] },
  qualityValidation: { passed: 4, failed: 0, total: 4, qualityScore: 100 },
  slaValidation: { refreshFrequencyMet: true, availabilityMet: true },
  executionTime: 17,
};

export const QUEUED_RESULT = {
  id: RESULT.id,
  dataContractFQN: RESULT.dataContractFQN,
  timestamp: RESULT.timestamp,
  contractExecutionStatus: 'Queued',
};

export const PUSHED_RESULT = {
  timestamp: RESULT.timestamp,
  contractExecutionStatus: 'Failed',
  result: 'The nightly pipeline found 3 rows without a customer.',
  qualityValidation: { passed: 9, failed: 1, total: 10, qualityScore: 90 },
  executionTime: 4_200,
};

export const STORED_RESULT = {
  id: RESULT.id,
  dataContractFQN: RESULT.dataContractFQN,
  ...PUSHED_RESULT,
};

export const DELETED_PART = {
  dataContractFQN: RESULT.dataContractFQN,
  producer: 'dbt',
  timestamp: RESULT.timestamp,
  contractExecutionStatus: 'Failed',
  result: '9 of 10 checks of dbt passed. Not: not_null_orders_customer.',
  qualityValidation: { passed: 9, failed: 1, total: 10, qualityScore: 90 },
};

export const RESULT_LIST = { data: [RESULT], paging: { total: 37, after: 'pOeZ…' } };

export const BULK_REQUEST = {
  results: [
    { contractId: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', ...PUSHED_RESULT },
    { contractFQN: 'shop.db.public.gone.dataContract_gone', ...PUSHED_RESULT },
  ],
};

/** The members of one outcome among many. */
export const OUTCOME = {
  status: { type: 'integer', description: '201 new, 200 replaced, else why not' },
  'result?': RESULT_SCHEMA,
  'error?': object({ 'code?': integer, 'errorType?': text, 'message?': text }),
};
export const BULK_ANSWER_SCHEMA = object({
  results: { type: 'array', description: 'One outcome for each result, in the order sent', items: object(OUTCOME) },
});

const STORED = { status: 201, result: { id: RESULT.id, dataContractFQN: RESULT.dataContractFQN, ...PUSHED_RESULT } };

export const BULK_STORED = { results: [STORED] };

export const BULK_MIXED = {
  results: [
    STORED,
    {
      status: 404,
      error: {
        code: 404,
        errorType: 'NOT_FOUND',
        message: 'dataContract instance for shop.db.public.gone.dataContract_gone not found',
      },
    },
  ],
};

const byStatus = { type: 'object', additionalProperties: count };
const passRate = {
  type: 'number',
  minimum: 0,
  maximum: 100,
  description: 'Percent of the verdicts (Success, PartialSuccess, Failed) that are Success; absent without a verdict',
};
const dimension = object({
  'evaluated?': count,
  'passed?': count,
  'passRate?': { type: 'number', minimum: 0, maximum: 100 },
});

const dimensions = object(
  { 'schema?': dimension, 'semantics?': dimension, 'quality?': dimension, 'sla?': dimension },
  'Number of results that evaluated the dimension, and number of those without a failure in it',
);

export const SUMMARY_SCHEMA = object({
  window: text,
  total: count,
  byStatus,
  'passRate?': passRate,
  dimensions,
  trend: {
    type: 'array',
    description: 'Parts of the window, the oldest first',
    items: object({ 'from?': integer, 'byStatus?': byStatus, 'passRate?': passRate, 'dimensions?': dimensions }),
  },
});

export const SUMMARY = {
  window: 'P2D',
  total: 12,
  byStatus: { Success: 9, Failed: 2, Aborted: 1 },
  passRate: 81.82,
  dimensions: {
    schema: { evaluated: 11, passed: 9, passRate: 81.82 },
    sla: { evaluated: 11, passed: 11, passRate: 100 },
  },
  trend: [
    { from: 1_763_439_545_678, byStatus: { Success: 4, Failed: 2 }, passRate: 66.67 },
    { from: 1_763_525_945_678, byStatus: { Success: 5, Aborted: 1 }, passRate: 100 },
  ],
};
