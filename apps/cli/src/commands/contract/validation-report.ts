import { type CliError, type ExitCode, EXIT } from '../../cli-error';
import { type Finding, type Report, type ReportCase, type Row, caseOf, count } from '../../report/report';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

interface Reason {
  readonly field: string;
  readonly message: string;
}

/** A promise of a contract that nothing judges. */
interface NotEvaluated {
  readonly promise: string;
  readonly reason: string;
  readonly message: string;
}

/** A run of a contract, as the service shows it. */
export interface ValidationResult {
  readonly id: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
  readonly result?: string;
  readonly schemaValidation?: Counts & { readonly failedFields?: readonly string[] };
  readonly semanticsValidation?: Counts & {
    readonly failedRules?: readonly { readonly ruleName: string; readonly reason?: string }[];
  };
  readonly qualityValidation?: Counts & { readonly qualityScore?: number };
  readonly slaValidation?: Readonly<Record<string, boolean>>;
  /** Why; results that were pushed have none. */
  readonly details?: {
    readonly schemaValidation?: readonly Reason[];
    readonly qualityValidation?: readonly Reason[];
    readonly slaValidation?: { readonly notes?: readonly string[] };
    /** Promises that nothing judges; of many the first. */
    readonly notEvaluated?: readonly NotEvaluated[];
    readonly promises?: { readonly notEvaluated: number };
    /** The reading that it was judged by, a data run. */
    readonly data?: { readonly runId: string };
  };
  /** Milliseconds. */
  readonly executionTime?: number;
}

/** The outcome for one contract: a result, perhaps of a run that goes on, or why there is none. */
export interface Validated {
  readonly name: string;
  readonly result?: ValidationResult;
  readonly error?: CliError;
}

const TITLE = 'contract validate';
/** Lines of a case; the rest is counted. */
const MOST_LINES = 100;

export const isOpen = ({ contractExecutionStatus }: ValidationResult): boolean =>
  ['Queued', 'Running'].includes(contractExecutionStatus);

/** @param timeout seconds that were waited for; undefined if the command does not wait, and an open run is enough */
export function validationReport(validated: readonly Validated[], timeout: number | undefined): Report {
  const exitCode = Math.max(...validated.map((one) => exitCodeOf(one, timeout !== undefined))) as ExitCode;
  const bad = validated.filter((one) => exitCodeOf(one, timeout !== undefined) !== EXIT.passed);
  return {
    title: TITLE,
    exitCode,
    summary: summaryOf(validated, bad.length, timeout),
    sections: [
      {
        columns: ['contract', 'status', 'schema', 'semantics', 'quality', 'sla', 'result'],
        rows: validated.map((one) => resultRow(one, bad.includes(one))),
      },
      {
        title: 'Promises that are not judged',
        columns: ['contract', 'promise', 'why'],
        rows: validated.flatMap(notJudgedRows),
      },
    ],
    findings: bad.map(findingOf),
    cases: validated.flatMap((one) => casesOf(one, timeout !== undefined)),
    data: {
      results: validated.map(({ name, result, error }) => ({
        contract: name,
        ...(result ? { result } : { error: error?.message }),
      })),
    },
  };
}

function exitCodeOf({ result, error }: Validated, isAwaited: boolean): ExitCode {
  if (!result) return error?.exitCode ?? EXIT.refused;
  const { contractExecutionStatus: status } = result;
  if (isOpen(result)) return isAwaited ? EXIT.timedOut : EXIT.passed;
  // Aborted is no verdict: it could not be found out whether the contract is met.
  if (status === 'Aborted') return EXIT.refused;
  return status === 'Success' ? EXIT.passed : EXIT.failed;
}

function summaryOf(validated: readonly Validated[], bad: number, timeout: number | undefined): string {
  const open = validated.filter(({ result }) => result && isOpen(result)).length;
  if (timeout === undefined) return `${count(open, 'run')} queued, ${validated.length - open} ended at once or refused`;
  const late = open > 0 ? `; ${count(open, 'run')} still open after ${timeout} s` : '';
  return `${validated.length - bad} of ${count(validated.length, 'contract')} passed${late}`;
}

function resultRow({ name, result, error }: Validated, isBad: boolean): Row {
  const tone = isBad ? 'bad' : 'good';
  if (!result) return { cells: [name, 'refused', '–', '–', '–', '–', error?.message ?? ''], tone };
  const { schemaValidation, semanticsValidation, qualityValidation, slaValidation } = result;
  const counted = [schemaValidation, semanticsValidation, qualityValidation].map((counts) =>
    counts ? `${counts.passed}/${counts.total}` : '–',
  );
  const said = result.result ?? `run ${result.id}`;
  return { cells: [name, result.contractExecutionStatus, ...counted, slaCell(slaValidation), said], tone };
}

/** Promises for people to judge are counted, not listed. */
function notJudgedRows({ name, result }: Validated): Row[] {
  const all = result?.details?.notEvaluated ?? [];
  const people = all.filter(({ reason }) => reason === 'forPeople').length;
  const left = Math.max(0, (result?.details?.promises?.notEvaluated ?? 0) - all.length);
  const row = (promise: string, why: string): Row => ({ cells: [name, promise, why], tone: 'doubtful' });
  return [
    ...all
      .filter(({ reason }) => reason !== 'forPeople')
      .map(({ promise, reason, message }) => row(promise, `${reason}: ${message}`)),
    ...(people > 0 ? [row(`${count(people, 'promise')} more`, 'for people to judge')] : []),
    ...(left > 0 ? [row(`and ${left} more`, 'not listed')] : []),
  ];
}

function slaCell(sla: Readonly<Record<string, boolean>> | undefined): string {
  const met = Object.values(sla ?? {});
  return met.length === 0 ? '–' : `${met.filter(Boolean).length}/${met.length}`;
}

function findingOf({ name, result, error }: Validated): Finding {
  const message = result
    ? `${result.contractExecutionStatus}: ${result.result ?? 'the run has not ended'}`
    : (error?.message ?? '');
  return { level: 'error', title: `${TITLE} ${name}`, message };
}

/** One case a dimension, so that a CI server shows which one turned. */
function casesOf(validated: Validated, isAwaited: boolean): ReportCase[] {
  const { name: group, result, error } = validated;
  if (!result) return [{ group, name: 'validation', outcome: 'error', message: error?.message }];
  const seconds = (result.executionTime ?? 0) / 1000;
  const status = result.contractExecutionStatus;
  const overall = { group, name: 'validation', seconds };
  if (isOpen(result))
    return [{ ...overall, outcome: isAwaited ? 'error' : 'skipped', message: `the run ${result.id} is ${status}` }];
  const outcome = status === 'Success' ? 'passed' : status === 'Aborted' ? 'error' : 'failed';
  return [
    { ...overall, outcome, ...(outcome === 'passed' ? {} : { message: `${status}: ${result.result ?? ''}` }) },
    ...dimensionCases(group, result),
  ];
}

function dimensionCases(group: string, result: ValidationResult): ReportCase[] {
  const { schemaValidation: schema, semanticsValidation: semantics, qualityValidation: quality, details } = result;
  const rules = semantics?.failedRules?.map(({ ruleName, reason }) => `${ruleName}: ${reason ?? 'failed'}`);
  const columns = details?.schemaValidation?.map(({ field, message }) => `${field} ${message}`);
  const tests = details?.qualityValidation?.map(({ field, message }) => `${field}: ${message}`);
  return [
    ...countCase(group, 'schema', schema, columns ?? schema?.failedFields),
    ...countCase(group, 'semantics', semantics, rules),
    ...countCase(group, 'quality', quality, tests),
    ...slaCases(group, result),
  ];
}

function slaCases(group: string, { slaValidation, details }: ValidationResult): ReportCase[] {
  return Object.entries(slaValidation ?? {}).map(([key, met]) => {
    const target = key.replace(/Met$/, '');
    // `availability` is met by its share of the time and by the time of the day: each has a note of its own.
    const notes = details?.slaValidation?.notes?.filter((note) => note.startsWith(target)) ?? [];
    return caseOf(group, `sla.${target}`, met ? undefined : ['is not met', ...notes].join('\n'));
  });
}

function countCase(
  group: string,
  name: string,
  counts: Counts | undefined,
  failed: readonly string[] = [],
): ReportCase[] {
  if (!counts) return [];
  if (counts.failed === 0) return [caseOf(group, name)];
  const left = failed.length - MOST_LINES;
  const lines = [...failed.slice(0, MOST_LINES), ...(left > 0 ? [`and ${left} more`] : [])];
  const message = [`${counts.failed} of ${counts.total} failed`, ...lines].join('\n');
  return [caseOf(group, name, message)];
}
