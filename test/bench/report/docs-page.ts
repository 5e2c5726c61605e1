import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BenchReport } from '../bench';
import type { PublishedResult } from './published';
import { summaryLines } from './summary';

const begin = (name: string): string => `<!-- bench:${name} -->`;
const end = (name: string): string => `<!-- /bench:${name} -->`;

/** Puts the report between its two marks, and its pictures into a folder beside the page; what people wrote around them stays. */
export function writeDocs(file: string, report: BenchReport, where: string, command: string): void {
  writeSection(file, report.name, [...lines(report, where, command), ...drawn(file, report)]);
}

/** The table of all targets, from what full runs left. */
export function writeSummary(file: string, results: readonly PublishedResult[]): void {
  writeSection(file, 'summary', ['## All targets', '', ...summaryLines(results), '']);
}

function writeSection(file: string, name: string, content: readonly string[]): void {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Benchmarks\n';
  const section = [begin(name), ...content, end(name)].join('\n');
  const from = page.indexOf(begin(name));
  const to = page.indexOf(end(name));
  const isThere = from >= 0 && to > from;
  const after = isThere ? page.slice(to + end(name).length) : '\n';
  writeFileSync(file, `${isThere ? page.slice(0, from) : `${page.trimEnd()}\n\n`}${section}${after}`);
}

function drawn(file: string, { name, pictures = {} }: BenchReport): string[] {
  const folder = join(dirname(file), basename(file, '.md'));
  return Object.entries(pictures).flatMap(([title, svg], at) => {
    const picture = `${name}-${at + 1}.svg`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, picture), svg);
    return [`![${title}](${basename(folder)}/${picture})`, ''];
  });
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
