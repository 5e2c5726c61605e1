import { resultDocument, type SentResult } from './result-document';

const MINIMAL = { timestamp: 1_700_000_000_000, contractExecutionStatus: 'Success' as const };

function stored(sent: SentResult): object {
  const { body, details, ...others } = resultDocument(sent);
  return { ...others, body: JSON.parse(body) as unknown, details: JSON.parse(details) as unknown };
}

describe('a pushed result as it is stored', () => {
  it('has no more than was sent, and what triggered it', () => {
    expect(stored(MINIMAL)).toEqual({
      timestamp: MINIMAL.timestamp,
      status: 'Success',
      body: {},
      details: { trigger: 'api' },
    });
  });

  it('keeps apart what is shown with fields=details only', () => {
    const sent = {
      ...MINIMAL,
      id: 'an id',
      message: 'late',
      schemaValidation: { passed: 1, failedFields: ['a'], duplicateFields: ['b'] },
      slaValidation: { latencyMet: true, actualLatency: 5 },
      qualityValidation: {},
    };
    expect(stored(sent)).toEqual({
      id: 'an id',
      timestamp: MINIMAL.timestamp,
      status: 'Success',
      body: {
        schemaValidation: { passed: 1, failedFields: ['a'] },
        slaValidation: { latencyMet: true },
        qualityValidation: {},
      },
      details: {
        trigger: 'api',
        details: { message: 'late', schemaValidation: { duplicateFields: ['b'] }, slaValidation: { actualLatency: 5 } },
      },
    });
  });
});
