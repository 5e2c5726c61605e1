/** Examples of answers for the OpenAPI document. */
export const RESULT = {
  id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  dataContractFQN: 'shop.db.public.orders.dataContract_orders',
  timestamp: 1_763_612_345_678,
  contractExecutionStatus: 'PartialSuccess',
  result:
    '1 of 12 columns failed (discount). ' +
    'Column discount is DECIMAL(5,0) in the asset, narrower than the promised DECIMAL(12,2).',
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

export const RESULT_LIST = { data: [RESULT], paging: { total: 37, after: 'pOeZ…' } };
