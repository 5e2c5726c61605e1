import { spawnSync } from 'node:child_process';

/** Prometheus' own checker: that of PROMTOOL, or the one on the path (Debian's package `prometheus` brings it). */
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';

export const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;

/** Its exit code and all that it wrote. */
export function promtool(args: readonly string[], input = ''): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { input, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

/** Words of PromQL that are followed by labels in brackets, or by nothing. */
const KEYWORDS = new Set([
  'by',
  'without',
  'and',
  'or',
  'unless',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'bool',
  'offset',
]);

/** The metrics that an expression of Prometheus names: words that are neither function, keyword, label nor text. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/(?<![\w.$])([a-z_:][\w:]*)\b(?!\s*\()/gi)].map(([, word]) => word as string);
  return [...new Set(words.filter((word) => !KEYWORDS.has(word)))];
}

/** The labels by which an expression selects or groups. */
export function labelsOf(expression: string): string[] {
  const selected = [...expression.matchAll(/([a-z_]\w*)\s*(?:=~|!~|!=|=(?!=))\s*"/gi)].map(
    ([, label]) => label as string,
  );
  const grouped = [...expression.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
  return [...new Set([...selected, ...grouped])];
}
