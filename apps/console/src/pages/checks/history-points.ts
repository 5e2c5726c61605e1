import type { TestCase, TestResult } from '../../api/operations/checks';
import type { ChartPoint } from '../../ui/charts/chart-shape';
import { counted, inWords } from '../../ui/changes/value-words';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });

/** The value of a result that its bound is about; its bounds where it was compared with numbers. */
interface Measured {
  /** `rows` that fail, or the name of a value. */
  readonly what: string;
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Reads what a result measured: of a check of rows how many fail, else its first number; undefined where it has none. */
export function measuredOf({ failedRows, testResultValue = [], minBound, maxBound }: TestResult): Measured | undefined {
  if (failedRows !== undefined) return { what: 'rows', value: failedRows };
  for (const { name = 'value', value = '' } of testResultValue)
    if (value.trim() !== '' && Number.isFinite(Number(value)))
      return { what: name, value: Number(value), low: minBound, high: maxBound };
  return undefined;
}

/** `2 rows fail`, `mean 4.5`. */
export function valueText({ what, value }: Pick<Measured, 'what' | 'value'>): string {
  if (what === 'rows') return `${counted(value, 'row')} ${value === 1 ? 'fails' : 'fail'}`;
  return `${inWords(what)} ${number.format(value)}`;
}

type Parameters = TestCase['parameterValues'];

/** The bound that a result was compared with: bounds of its value; of a check of rows how many may fail, as the check says now. */
export function boundText(measured: Measured | undefined, parameters: Parameters = []): string {
  if (!measured) return '–';
  const { what, low, high } = measured;
  if (what === 'rows') {
    const of = (name: string) => parameters.find((one) => one.name === name)?.value;
    const threshold = of('threshold');
    if (threshold === undefined) return 'none may fail';
    return `at most ${threshold}${of('thresholdUnit')?.toUpperCase() === 'PERCENTAGE' ? ' %' : ''} may fail`;
  }
  const parts = [
    ...(low === undefined ? [] : [`at least ${number.format(low)}`]),
    ...(high === undefined ? [] : [`at most ${number.format(high)}`]),
  ];
  return parts.length > 0 ? parts.join(', ') : '–';
}

const MARKS: Readonly<Record<string, ChartPoint['mark']>> = { Success: 'ok', Failed: 'bad' };

/** The points of a chart: those that measure what the newest measured one does. @param results the newest first */
export function historyPoints(results: readonly TestResult[]): {
  readonly what: string;
  readonly points: ChartPoint[];
} {
  const measured = results.flatMap((result) => {
    const one = measuredOf(result);
    return one ? [{ ...one, timestamp: result.timestamp, mark: MARKS[result.testCaseStatus] ?? 'idle' }] : [];
  });
  const what = measured[0]?.what ?? '';
  return { what, points: measured.filter((one) => one.what === what) };
}
