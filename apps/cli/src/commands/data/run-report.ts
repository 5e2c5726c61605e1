import { EXIT, type CliError, type ExitCode } from '../../cli-error';
import type { Finding, ReportCase, Section } from '../../report/report';
import { curesOf, type DataRun, exitCodeOf, isOpen } from './data-run';

/** A target that a command asked a run for: the run, or why there is none. */
export interface Asked {
  readonly name: string;
  readonly run?: DataRun;
  readonly error?: CliError;
}

/** The exit code that the run of a target leads to, or that there is none. @param waitS seconds that were waited for it */
export const codeOf = ({ run, error }: Asked, waitS: number): ExitCode =>
  run ? exitCodeOf(run, waitS > 0) : (error?.exitCode ?? EXIT.refused);

/** Warnings that are listed; the rest is counted. */
const MOST_WARNINGS = 50;

/** One line about a run, whatever its kind. @param waitS seconds that were waited for it */
export function sentenceOf({ run, error }: Asked, waitS: number): string {
  if (!run) return error ? [error.message, ...error.details].join('; ') : '';
  const { id, status, message = status, reason } = run;
  if (isOpen(run)) return `the run ${id} is ${status}${waitS > 0 ? ` after ${waitS} s and goes on` : ''}`;
  return reason === undefined || status === 'Success' ? message : `${message} (${reason})`;
}

/** Warnings: faults that runs met and did not end by. */
export function warningsSection(runs: readonly DataRun[]): Section {
  const rows = runs.flatMap(({ warnings = [] }) =>
    warnings.map(({ code, subject = '', message }) => ({ cells: [code, subject, message], tone: 'doubtful' as const })),
  );
  const all = runs.reduce((sum, { warningCount = 0 }) => sum + warningCount, 0);
  const left = all - Math.min(rows.length, MOST_WARNINGS);
  const more = left > 0 ? [{ cells: ['…', '', `and ${left} more`], tone: 'doubtful' as const }] : [];
  return {
    title: 'Warnings',
    columns: ['code', 'subject', 'message'],
    rows: [...rows.slice(0, MOST_WARNINGS), ...more],
  };
}

export function warningFindings(title: string, runs: readonly DataRun[]): Finding[] {
  return runs.flatMap(({ warnings = [] }) =>
    warnings.slice(0, MOST_WARNINGS).map(({ code, subject, message }) => ({
      level: 'warning' as const,
      title: `${title} ${code}`,
      message: subject === undefined ? message : `${subject}: ${message}`,
    })),
  );
}

/** Cures, line by line. @param others that no run says */
export function curesSection(runs: readonly DataRun[], others: readonly string[] = []): Section {
  return { title: 'What helps', rows: [...curesOf(runs), ...others].map((cure) => ({ cells: [cure] })) };
}

const OUTCOMES: Readonly<Record<ExitCode, ReportCase['outcome']>> = {
  [EXIT.passed]: 'passed',
  [EXIT.failed]: 'failed',
  [EXIT.usage]: 'error',
  [EXIT.refused]: 'error',
  [EXIT.timedOut]: 'error',
};

/** The case of a whole run. @param code what the run leads to */
export function runCase(group: string, name: string, asked: Asked, code: ExitCode, waitS: number): ReportCase {
  const seconds = (asked.run?.executionTime ?? 0) / 1000;
  const message = sentenceOf(asked, waitS);
  if (asked.run && isOpen(asked.run) && code === EXIT.passed)
    return { group, name, outcome: 'skipped', message, seconds };
  const outcome = OUTCOMES[code];
  return { group, name, outcome, seconds, ...(outcome === 'passed' ? {} : { message }) };
}
