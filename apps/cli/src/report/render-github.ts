import { EXIT } from '../cli-error';
import type { Finding, Report } from './report';
import { withoutSteering } from './render-text';

/** Workflow commands of GitHub Actions, which become annotations of the changed files; the summary stands last. */
export function renderGithub({ title, exitCode, summary, findings }: Report): string {
  const last: Finding = { level: exitCode === EXIT.passed ? 'notice' : 'error', title, message: summary };
  return [...findings, last].map((finding) => `${annotation(finding)}\n`).join('');
}

function annotation({ level, file, line, column, title, message }: Finding): string {
  const location = file === undefined ? {} : { file, line, col: column };
  const properties = Object.entries({ ...location, title }).filter(([, value]) => value !== undefined);
  return `::${level} ${properties.map(([name, value]) => `${name}=${property(String(value))}`).join(',')}::${data(message)}`;
}

/**
 * Escapes a text as the runner's own toolkit does: a message must not become a command. Control and directional characters of a catalog's
 * names would steer the log, and become U+FFFD.
 */
function data(text: string): string {
  return withoutSteering(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
