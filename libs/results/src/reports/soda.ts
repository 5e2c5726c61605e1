import {
  between,
  eachAs,
  objectsOf,
  textOf,
  timeOf,
  type CheckOutcome,
  type Dimension,
  type Json,
  type ToolReport,
} from './tool-report';

const OUTCOMES: ReadonlyMap<unknown, CheckOutcome> = new Map([
  ['pass', 'passed'],
  ['warn', 'passed'],
  ['fail', 'failed'],
]);

/** The results of a scan, as `scan.get_scan_results()` gives and `soda scan --scan-results-file` writes them. */
export function readSoda({ scanStartTimestamp, scanEndTimestamp, checks }: Json): ToolReport {
  const timestamp = timeOf(scanEndTimestamp);
  return {
    timestamp,
    executionTime: between(timeOf(scanStartTimestamp), timestamp),
    checks: eachAs(objectsOf(checks), (check) => ({
      name: textOf(check.name) ?? textOf(check.definition) ?? 'check',
      // A check that was not evaluated has no outcome.
      outcome: OUTCOMES.get(check.outcome) ?? 'error',
      dimension: dimensionOf(check),
      subject: textOf(check.table),
      field: textOf(check.column),
      message: messageOf(check),
    })),
  };
}

function dimensionOf({ definition, name, type }: Json): Dimension {
  const said = [definition, name, type].map((part) => textOf(part) ?? '').join(' ');
  if (/\bschema\b|wrong column|required column|forbidden column/i.test(said)) return 'schema';
  if (/\bfreshness\b/i.test(said)) return 'sla';
  return /\bfailed rows\b|fail (?:condition|query)|user.?defined/i.test(said) ? 'semantics' : 'quality';
}

function messageOf({ outcomeReasons, diagnostics }: Json): string | undefined {
  const reasons = objectsOf(outcomeReasons).flatMap(({ message }) => textOf(message) ?? []);
  if (reasons.length > 0) return reasons.join('; ');
  const [{ value } = {}] = objectsOf([diagnostics]);
  return value === undefined || value === null ? undefined : `value ${JSON.stringify(value)}`;
}
