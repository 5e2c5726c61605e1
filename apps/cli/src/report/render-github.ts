import { EXIT } from '../cli-error';
import type { Finding, Report } from './report';

/** Workflow commands of GitHub Actions, which become annotations of the changed files; the summary stands last. */
export function renderGithub({ title, exitCode, summary, findings }: Report): string {
  const last: Finding = { level: exitCode === EXIT.passed ? 'notice' : 'error', title, message: summary };
  return [...findings, last].map((finding) => `${annotation(finding)}\n`).join('');
}

function annotation({ level, file, line, column, title, message }: Finding): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(file === undefined || line === undefined ? [] : [`line=${line}`]),
    ...(file === undefined || column === undefined ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}`;
}

/** Control characters but tab and the ends of lines, and what turns the direction of writing. */
const STEERING = /(?![\t\n\r])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * As the runner's own toolkit escapes them: a message must not become a command. Control and directional characters of a catalog's names
 * would steer the log, and become U+FFFD.
 */
function data(text: string): string {
  return text.replaceAll(STEERING, '\ufffd').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
