import type { ContractResult } from '../../api/contracts';
import { dimensionsOf, outcomeOf } from './verdict-data';

const DIMENSIONS = {
  schema: { passed: 3, failed: 1, total: 4 },
  semantics: { passed: 2, failed: 0, total: 2 },
  quality: { passed: 0, failed: 2, total: 2, qualityScore: 0 },
  sla: { refreshFrequencyMet: false, latencyMet: true, retentionMet: null, actualLatency: 3 },
};

const RESULT = {
  schemaValidation: DIMENSIONS.schema,
  semanticsValidation: DIMENSIONS.semantics,
  qualityValidation: DIMENSIONS.quality,
  slaValidation: DIMENSIONS.sla,
} as unknown as ContractResult;

describe('what is told of the dimensions of a run', () => {
  it('is the same from its events as from its result, of the SLA by the targets that are met', () => {
    const told = Object.entries(DIMENSIONS).map(([dimension, said]) =>
      outcomeOf(dimension, { resultId: 'r', ...said }),
    );
    expect(told).toEqual(dimensionsOf(RESULT));
    expect(told.map((one) => `${one?.label} ${one?.passed} of ${one?.total}, ${one?.failed} failed`)).toEqual([
      'Schema 3 of 4, 1 failed',
      'Semantics 2 of 2, 0 failed',
      'Quality 0 of 2, 2 failed',
      'SLA 1 of 2, 1 failed',
    ]);
  });

  it.each([
    ['schema', { passed: 0, failed: 0, total: 0 }],
    ['sla', { refreshFrequencyMet: null }],
    ['sla', undefined],
    ['later', { passed: 1, failed: 0, total: 1 }],
  ])('leaves out %s of %j', (dimension, said) => {
    expect(outcomeOf(dimension, said)).toBeUndefined();
  });
});
