import { readTestResult } from './test-result.schema';

const AT = 1_700_000_000_000;

describe('readTestResult', () => {
  it('takes all that clients send, and leaves out what the path says', () => {
    const body = {
      result: 'two come twice',
      testResultValue: [{ name: 'duplicates', value: '2', predictedValue: '0' }],
      passedRows: 8,
      failedRows: 2,
      passedRowsPercentage: 80,
      minBound: -1.5,
    };
    const sent = {
      ...body,
      id: 'x',
      fqn: 'a.b',
      testCaseFQN: 'a.b',
      testCase: {},
      timestamp: AT,
      testCaseStatus: 'Failed',
    };
    expect(readTestResult(sent)).toEqual({ timestamp: AT, status: 'Failed', body });
  });

  it.each(['Success', 'Failed', 'Aborted', 'Queued'])('takes the status %s', (testCaseStatus) => {
    expect(readTestResult({ timestamp: AT, testCaseStatus })).toEqual({
      timestamp: AT,
      status: testCaseStatus,
      body: {},
    });
  });

  it.each([
    [{ timestamp: AT }, 'testCaseStatus: is required'],
    [{ timestamp: AT, testCaseStatus: 'success' }, 'must be one of Success, Failed, Aborted, Queued'],
    [{ testCaseStatus: 'Success' }, 'timestamp: is required'],
    [{ timestamp: 1, testCaseStatus: 'Success' }, 'timestamp: looks like seconds'],
    [{ timestamp: AT, testCaseStatus: 'Success', status: 'x' }, 'status: is unknown'],
    [{ timestamp: AT, testCaseStatus: 'Success', incidentId: 'x' }, 'incidentId'],
    [{ timestamp: AT, testCaseStatus: 'Success', passedRowsPercentage: 101 }, 'must be at most 100'],
  ])('refuses %j: %s', (sent, expected) => {
    expect(() => readTestResult(sent)).toThrow(expected);
  });
});
