import type { CliError } from '../cli-error';
import type { Report } from './report';

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
