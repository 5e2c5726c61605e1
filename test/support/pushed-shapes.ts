/** Results as pipelines push them: each documented member by itself and all of them, by a name for the test that uses it. */
export const PUSHED_SHAPES: Readonly<Record<string, object>> = {
  'only a status': { contractExecutionStatus: 'Success' },
  'a sentence and a time': {
    contractExecutionStatus: 'Success',
    result: 'nightly checks passed',
    executionTime: 4_200,
  },
  'counts alone': {
    contractExecutionStatus: 'PartialSuccess',
    schemaValidation: { passed: 3, failed: 1, total: 4 },
    semanticsValidation: { passed: 1, failed: 1, total: 2 },
    qualityValidation: { passed: 9, failed: 1, total: 10 },
  },
  'failed columns': failed({ schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['email'] } }),
  'duplicate columns': failed({ schemaValidation: { passed: 1, failed: 1, total: 2, duplicateFields: ['email'] } }),
  'columns of another type': failed({ schemaValidation: { failed: 1, typeMismatchFields: ['order_id'] } }),
  'a message of the schema': failed({ schemaValidation: { failed: 1, message: 'The header has 2 columns.' } }),
  'rules by name': failed({ semanticsValidation: { failed: 1, failedRules: ['has an owner'] } }),
  'rules with reasons': failed({
    semanticsValidation: { failed: 1, failedRules: [{ ruleName: 'has an owner', reason: 'none is set' }] },
  }),
  'a message of the semantics': failed({ semanticsValidation: { failed: 1, message: 'The owner has left.' } }),
  'a score': failed({ qualityValidation: { passed: 9, failed: 1, total: 10, qualityScore: 90 } }),
  'a message of the quality': failed({ qualityValidation: { failed: 1, message: '3 rows without a customer.' } }),
  'missed targets': failed({ slaValidation: { refreshFrequencyMet: false, latencyMet: true, availabilityMet: false } }),
  'a latency': failed({ slaValidation: { latencyMet: false, actualLatency: 7_200_000 } }),
  'a message of the SLA': failed({ slaValidation: { latencyMet: false, message: 'The upstream load was late.' } }),
  'a message': { contractExecutionStatus: 'Aborted', message: 'The pipeline lost its connection.' },
  'an incident': failed({ incidentId: 'INC-2041' }),
  'all members': {
    contractExecutionStatus: 'Failed',
    result: 'The nightly checks found 5 faults.',
    schemaValidation: {
      passed: 1,
      failed: 3,
      total: 4,
      failedFields: ['email', 'order_id', 'note'],
      duplicateFields: ['email'],
      typeMismatchFields: ['order_id'],
      message: 'The header has 2 columns.',
    },
    semanticsValidation: {
      passed: 0,
      failed: 2,
      total: 2,
      failedRules: ['has an owner', { ruleName: 'has a description', reason: 'it is empty' }],
      message: 'The owner has left.',
    },
    qualityValidation: { passed: 9, failed: 1, total: 10, qualityScore: 90, message: '3 rows without a customer.' },
    slaValidation: {
      refreshFrequencyMet: true,
      latencyMet: false,
      availabilityMet: true,
      actualLatency: 7_200_000,
      message: 'The upstream load was late.',
    },
    executionTime: 61_000,
    message: 'Found by the nightly pipeline.',
    incidentId: 'INC-2041',
  },
  'a run that waits': { contractExecutionStatus: 'Queued' },
  'a run that goes on': { contractExecutionStatus: 'Running', message: 'Reading partition 3 of 9.' },
};

function failed(more: object): object {
  return { contractExecutionStatus: 'Failed', ...more };
}
