import type { ContractResult } from '../../api/contracts';
import {
  dimensionsOf,
  failedColumns,
  failedTests,
  missedTargets,
  outcomeOf,
  reports,
  typesFound,
  warnings,
} from './verdict-data';

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

describe('what is shown of the dimensions of a run', () => {
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

const pushed = (more: object) =>
  ({ id: 'r', dataContractFQN: 'c', timestamp: 1, contractExecutionStatus: 'Failed', ...more }) as ContractResult;

describe('what fails', () => {
  it('is read of a run of the service by its reasons', () => {
    const result = pushed({
      schemaValidation: { passed: 0, failed: 2, total: 2, failedFields: ['a', 'b'] },
      details: {
        schemaValidation: [{ field: 'a', message: 'is gone' }],
        qualityValidation: [{ field: 't', message: 'failed' }],
        qualityWarnings: [{ field: 'w', message: 'warns' }],
        slaValidation: { notes: ['latency: 3 h, at most 2 h', 'no term'] },
      },
    });
    expect(failedColumns(result)).toEqual([
      { name: 'a', reason: 'is gone' },
      { name: 'b', reason: 'fails' },
    ]);
    expect(failedTests(result)).toEqual([{ name: 't', reason: 'failed' }]);
    expect(warnings(result)).toEqual([{ name: 'w', reason: 'warns' }]);
    expect(missedTargets(result)).toEqual([
      { name: 'maxLatency', reason: '3 h, at most 2 h' },
      { name: '', reason: 'no term' },
    ]);
    expect(reports(result)).toEqual([]);
  });

  it('is read of a pushed result by what it names, with its own words', () => {
    const result = pushed({
      schemaValidation: { failed: 1, failedFields: ['a'] },
      slaValidation: { latencyMet: false, availabilityMet: true },
      details: {
        schemaValidation: { typeMismatchFields: ['a', 'b'], duplicateFields: ['b', 'c'], message: 'two columns' },
        semanticsValidation: { message: 'no owner' },
        qualityValidation: { message: '3 rows' },
        slaValidation: { message: 'late', actualLatency: 5 },
        message: 'nightly',
        incidentId: 'INC-1',
      },
    });
    expect(failedColumns(result)).toEqual([
      { name: 'a', reason: 'has another type' },
      { name: 'b', reason: 'has another type; occurs more than once' },
      { name: 'c', reason: 'occurs more than once' },
    ]);
    expect(failedTests(result)).toEqual([]);
    expect(missedTargets(result)).toEqual([{ name: 'maxLatency', reason: 'not met' }]);
    expect(reports(result).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      ...['Message: nightly', 'Incident: INC-1', 'Schema: two columns', 'Semantics: no owner'],
      ...['Quality: 3 rows', 'SLA: late'],
    ]);
  });

  it.each([
    [{ failed: 1 }, 'Schema 0 of 1, 1 failed'],
    [{ passed: 2 }, 'Schema 2 of 2, 0 failed'],
    [{ failed: 1, total: 4 }, 'Schema 3 of 4, 1 failed'],
    [{ passed: 3, total: 4 }, 'Schema 3 of 4, 1 failed'],
  ])('is counted of %j, where a count is missing', (schemaValidation, told) => {
    const [one] = dimensionsOf(pushed({ schemaValidation: { ...schemaValidation, failedFields: [] } }));
    expect(`${one?.label} ${one?.passed} of ${one?.total}, ${one?.failed} failed`).toBe(told);
  });
});

describe('types that pass in another word', () => {
  it('are shown with both words, none where the words agree', () => {
    const schemaNotes = [{ field: 'order_id', message: 'promised INT, found NUMBER(38,0) on Snowflake: same type' }];
    expect(typesFound({ ...RESULT, details: { schemaNotes } })).toEqual(schemaNotes);
    expect(typesFound(RESULT)).toEqual([]);
  });
});
