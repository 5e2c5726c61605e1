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

/** As the runner's own toolkit escapes them: a message must not become a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
