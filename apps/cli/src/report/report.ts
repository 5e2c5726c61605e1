import type { ExitCode, CliError } from '../cli-error';

/** How a line is to be read; a colour on a terminal. */
export type Tone = 'good' | 'bad' | 'doubtful' | 'weak';

/** A finding for a person, with its location in a file if it has one. Lines and columns start at 1. */
export interface Finding {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** One test case of a JUnit report. */
export interface ReportCase {
  readonly group: string;
  readonly name: string;
  /** error: it could not be found out. */
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
  readonly message?: string;
  readonly seconds?: number;
}

export interface Row {
  readonly cells: readonly string[];
  readonly tone?: Tone;
}

export interface Section {
  readonly title?: string;
  /** Headings; a section without them is a list of lines, each row one cell. */
  readonly columns?: readonly string[];
  readonly rows: readonly Row[];
}

/** The findings of a command; each output format renders them in its own way. */
export interface Report {
  /** The command and what it was about. */
  readonly title: string;
  readonly exitCode: ExitCode;
  /** Word for exit code 0 in place of "passed", where the command judges nothing. */
  readonly done?: string;
  readonly summary: string;
  readonly sections: readonly Section[];
  readonly findings: readonly Finding[];
  readonly cases: readonly ReportCase[];
  /** The members of the JSON output beside `command`, `exitCode` and `summary`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The end of a command: a report, or content that is written as it is. */
export type Outcome = { readonly report: Report } | { readonly content: AsyncIterable<Uint8Array> | string };

/** `1 change`, `2 changes`. */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}

/** A case that failed with this fault, or passed where there is none. */
export function caseOf(group: string, name: string, fault?: string): ReportCase {
  return fault === undefined ? { group, name, outcome: 'passed' } : { group, name, outcome: 'failed', message: fault };
}

/** A command that failed without a result, in every output format: a CI server expects the file in that case too. */
export function failureReport(title: string, { message, details, exitCode }: CliError): Report {
  const text = [message, ...details].join('\n');
  return {
    title,
    exitCode,
    summary: message,
    sections: [],
    findings: [{ level: 'error', title, message: text }],
    cases: [{ group: title, name: 'could be found out', outcome: 'error', message: text }],
    data: { error: message, details },
  };
}
