import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { BenchReport } from '../bench';

const begin = (name: string): string => `<!-- bench:${name} -->`;
const end = (name: string): string => `<!-- /bench:${name} -->`;

/** Puts the report between its two marks; what people wrote around them stays. */
export function writeDocs(file: string, report: BenchReport, where: string, command: string): void {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Benchmarks\n';
  const section = [begin(report.name), ...lines(report, where, command), end(report.name)].join('\n');
  const from = page.indexOf(begin(report.name));
  const to = page.indexOf(end(report.name));
  const isThere = from >= 0 && to > from;
  const after = isThere ? page.slice(to + end(report.name).length) : '\n';
  writeFileSync(file, `${isThere ? page.slice(0, from) : `${page.trimEnd()}\n\n`}${section}${after}`);
}

function lines({ title, setting, measures, plans, faults }: BenchReport, where: string, command: string): string[] {
  return [
    `## ${title}`,
    '',
    `\`${command}\` on ${where}.`,
    '',
    ...setting.map((sentence) => `- ${sentence}`),
    '',
    '| measure | value | target |',
    '|---|---|---|',
    ...measures.map(({ what, value, target }) => `| ${what} | ${value} | ${targetText(target)} |`),
    '',
    ...faults.map((fault) => `- **Wrong:** ${fault}`),
    ...Object.entries(plans).flatMap(([statement, plan]) => [`\`${statement}\``, '', '```text', ...plan, '```', '']),
  ];
}

function targetText(target: BenchReport['measures'][number]['target']): string {
  return target ? `${target.text}: ${target.met ? 'met' : 'missed'}` : '';
}
