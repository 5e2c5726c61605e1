import { type Parameters } from '../bounds';
import { compareDecimals, type Decimal, decimalOf, decimalText, parseDecimal } from '../decimal';
import type { CompiledCheck } from '../measures';
import { CheckRefusal, type Outcome } from '../outcome';

/** How many rows may fail. */
interface Tolerance {
  readonly threshold: Decimal;
  /** Whether the threshold is a share of all rows; else it is a number of them. */
  readonly isPercentage: boolean;
}

const UNITS: Readonly<Record<string, boolean>> = { COUNT: false, PERCENTAGE: true };

/**
 * A check of which some rows may fail, by the parameters `threshold` and `thresholdUnit`; without them the check itself.
 * @throws {CheckRefusal} `badParameter`, also where the check does not count rows
 */
export function tolerating(compiled: CompiledCheck, parameters: Parameters): CompiledCheck {
  const tolerance = toleranceOf(parameters);
  if (!tolerance) return compiled;
  if (!compiled.countsRows)
    throw new CheckRefusal('badParameter', 'threshold is for checks that count the rows that fail');
  return { ...compiled, judge: (answers) => tolerated(compiled.judge(answers), tolerance) };
}

function toleranceOf({ threshold, thresholdUnit }: Parameters): Tolerance | undefined {
  const [most, unit] = [threshold?.trim() ?? '', thresholdUnit?.trim() ?? ''];
  if (most === '' && unit === '') return undefined;
  const isPercentage = unit === '' ? false : UNITS[unit.toUpperCase()];
  if (isPercentage === undefined)
    throw new CheckRefusal('badParameter', `thresholdUnit is none of ${Object.keys(UNITS).join(', ')}`);
  const value = most === '' ? decimalOf(0n) : parseDecimal(most);
  if (!value || value.units < 0n) throw new CheckRefusal('badParameter', 'threshold is not a number of at least 0');
  return { threshold: value, isPercentage };
}

function tolerated(outcome: Outcome, { threshold, isPercentage }: Tolerance): Outcome {
  const { status, rows, failedRows } = outcome;
  if (status === 'Aborted' || rows === undefined || failedRows === undefined) return outcome;
  // Both sides times the rows, so that nothing is rounded.
  const [found, most] = isPercentage
    ? [decimalOf(BigInt(failedRows) * 100n), decimalOf(threshold.units * BigInt(rows), threshold.scale)]
    : [decimalOf(BigInt(failedRows)), threshold];
  return {
    ...outcome,
    status: compareDecimals(found, most) <= 0 ? 'Success' : 'Failed',
    message: `${failedRows} of ${rows} rows ${failedRows === 1 ? 'fails' : 'fail'}, ${decimalText(threshold)}${isPercentage ? ' %' : ''} may`,
  };
}
