import {
  between,
  eachAs,
  faultOfRun,
  objectOf,
  objectsOf,
  outcomeBy,
  textOf,
  timeOf,
  type Dimension,
  type Json,
  type ReportedCheck,
  type ToolReport,
} from './tool-report';

/** One that was not evaluated has no outcome in release 3, and says so in release 4. */
const outcomeOf = outcomeBy({
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  excluded: 'skipped',
  unevaluated: 'error',
});

/** Dimensions of checks by their types in release 4, where no text says so. */
const DIMENSIONS: ReadonlyMap<unknown, Dimension> = new Map([
  ['schema', 'schema'],
  ['freshness', 'sla'],
  ['failed_rows', 'semantics'],
]);

/**
 * The results of a scan, as `scan.get_scan_results()` gives and `soda scan --scan-results-file` writes them; in release 4 of
 * `soda contract verify`, as it sends them.
 */
export function readSoda({ scanStartTimestamp, scanEndTimestamp, checks, hasErrors, logs }: Json): ToolReport {
  const timestamp = timeOf(scanEndTimestamp);
  const all = objectsOf(checks);
  const isTold = hasErrors !== true || all.some(({ outcome }) => outcomeOf(outcome) === 'error');
  return {
    timestamp,
    executionTime: between(timeOf(scanStartTimestamp), timestamp),
    checks: isTold ? eachAs(all, checkOf) : [...all.map(checkOf), faultOfRun(firstError(logs))],
  };
}

function checkOf(check: Json): ReportedCheck {
  return {
    name: textOf(check.name) ?? textOf(check.definition) ?? 'check',
    outcome: outcomeOf(check.outcome),
    dimension: DIMENSIONS.get(check.checkType) ?? dimensionOf(check),
    subject: textOf(check.table),
    field: textOf(check.column),
    message: messageOf(check),
  };
}

function firstError(logs: unknown): string | undefined {
  const [first] = objectsOf(logs).filter(({ level }) => textOf(level)?.toLowerCase() === 'error');
  return first && textOf(first.message);
}

function dimensionOf({ checkType, definition, name, type }: Json): Dimension {
  // The definition in release 4 is the whole YAML of the check.
  const said = [checkType === undefined ? definition : '', name, type].map((part) => textOf(part) ?? '').join(' ');
  if (/\bschema\b|wrong column|required column|forbidden column/i.test(said)) return 'schema';
  if (/\bfreshness\b/i.test(said)) return 'sla';
  return /\bfailed rows\b|fail (?:condition|query)|user.?defined/i.test(said) ? 'semantics' : 'quality';
}

function messageOf({ outcomeReasons, diagnostics }: Json): string | undefined {
  const reasons = objectsOf(outcomeReasons).flatMap(({ message }) => textOf(message) ?? []);
  if (reasons.length > 0) return reasons.join('; ');
  const [{ value, v4 } = {}] = objectsOf([diagnostics]);
  const { failedRowsCount } = objectOf(v4);
  if (typeof failedRowsCount === 'number') return `${failedRowsCount} rows`;
  return value === undefined || value === null ? undefined : `value ${JSON.stringify(value)}`;
}
