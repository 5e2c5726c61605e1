import type { TestResult } from '../../api/operations/checks';
import { boundText, historyPoints, measuredOf, valueText } from './history-points';

const result = (more: Partial<TestResult> = {}): TestResult => ({ timestamp: 1, testCaseStatus: 'Success', ...more });
const mean = (value: string, more: Partial<TestResult> = {}) =>
  result({ testResultValue: [{ name: 'mean', value }], minBound: 1, ...more });

describe('the history of a check', () => {
  it('is about the rows that fail, else about the first number with its bounds', () => {
    expect(measuredOf(result({ failedRows: 0, testResultValue: [{ name: 'min', value: '3' }] }))).toEqual({
      what: 'rows',
      value: 0,
    });
    expect(measuredOf(mean('4.5', { maxBound: 9 }))).toEqual({ what: 'mean', value: 4.5, low: 1, high: 9 });
    expect(
      measuredOf(
        result({
          testResultValue: [
            { name: 'first', value: 'abc' },
            { name: 'second', value: '7' },
          ],
        }),
      )?.value,
    ).toBe(7);
    expect(measuredOf(result({ testResultValue: [{ name: 'shown', value: '' }] }))).toBeUndefined();
    expect(measuredOf(result())).toBeUndefined();
  });

  it('says values and bounds in words', () => {
    expect(valueText({ what: 'rows', value: 1 })).toBe('1 row fails');
    expect(valueText({ what: 'rows', value: 2 })).toBe('2 rows fail');
    expect(valueText({ what: 'nullCount', value: 1234.56789 })).toBe('null count 1,234.5679');
    expect(boundText({ what: 'mean', value: 1, low: 1, high: 9 })).toBe('at least 1, at most 9');
    expect(boundText({ what: 'mean', value: 1 })).toBe('–');
    expect(boundText(undefined)).toBe('–');
    const rows = { what: 'rows', value: 1 };
    expect(boundText(rows)).toBe('none may fail');
    expect(boundText(rows, [{ name: 'threshold', value: '5' }])).toBe('at most 5 may fail');
    const unit = { name: 'thresholdUnit', value: 'percentage' };
    expect(boundText(rows, [{ name: 'threshold', value: '5' }, unit])).toBe('at most 5 % may fail');
  });

  it('draws what the newest result measured, and marks how each came out', () => {
    const results = [
      mean('5', { timestamp: 3, testCaseStatus: 'Failed' }),
      result({ timestamp: 2, testCaseStatus: 'Aborted' }),
      result({ timestamp: 1, failedRows: 4 }),
      mean('2', { timestamp: 0 }),
    ];
    const { what, points } = historyPoints(results);
    expect(what).toBe('mean');
    expect(points.map(({ timestamp, value, mark }) => [timestamp, value, mark])).toEqual([
      [3, 5, 'bad'],
      [0, 2, 'ok'],
    ]);
    expect(historyPoints([]).points).toEqual([]);
  });
});
