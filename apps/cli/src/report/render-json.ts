import type { Report } from './report';

/** For programs. */
export function renderJson({ title, exitCode, summary, data }: Report): string {
  return `${JSON.stringify({ command: title, exitCode, summary, ...data }, undefined, 2)}\n`;
}
