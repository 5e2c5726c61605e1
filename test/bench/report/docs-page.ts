import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Measure } from '../bench';
import type { RunResult } from './result-file';

const BEGIN = '<!-- bench:results -->';
const END = '<!-- /bench:results -->';
/** A table that is padded to the widest of its cells is several times as long as its text. */
const UNPADDED = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'] as const;

/** A colon in brackets separates nothing. */
const PREFIX_AND_LAST = /^((?:[^(]|\([^)]*\))*): (.*)$/;

/** Writes the figures of a run between the two marks of the page, in place of those of the run before; all other text stays. */
export function writeDocs(file: string, result: RunResult): void {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : `# Benchmarks\n\n${BEGIN}\n${END}\n`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file} lacks the marks ${BEGIN} and ${END}`);
  const own = section(result);
  const others = sectionsIn(page.slice(from, to)).filter((one) => headOf(one) !== headOf(own));
  const inOrder = [...others, own].sort((one, other) => numberOf(one) - numberOf(other));
  const content = [BEGIN, UNPADDED[0], '', ...inOrder, UNPADDED[1], END];
  writeFileSync(file, `${page.slice(0, from)}${content.join('\n')}${page.slice(to + END.length)}`);
}

/** Each begins with its heading and ends with an empty line. */
const sectionsIn = (text: string): string[] =>
  text
    .replace(UNPADDED[1], '')
    .split(/^(?=### )/m)
    .slice(1)
    .map((one) => `${one.trimEnd()}\n`);

const headOf = (text: string): string => text.slice(0, text.indexOf('\n'));
const numberOf = (text: string): number => Number(/^### W(\d+)/.exec(text)?.[1] ?? Infinity);

function section({ title, command, date, machine, setting, ...result }: RunResult): string {
  return [
    `### ${result.workloads.join(', ')}: ${title}`,
    '',
    `\`${command}\`, ${date}, ${placeOf(machine)}. ${setting[0] ?? ''}.`,
    '',
    '| measured | value |',
    '|---|---|',
    ...rows(result.measures),
    '',
  ].join('\n');
}

/** The processor and the load: memory and Node are the same for all, and stand once above the tables. */
const placeOf = (machine: string): string =>
  machine.replace(/\(R\)|\(TM\)| Processor| at the start/g, '').replace(/, \d+ GiB, Node [\d.]+/, '');

/** One row for all measures that begin alike: `32 connections | product ÷ floor: 1.19; product: 7182/s …`. */
export function rows(measures: readonly Measure[]): string[] {
  const grouped = new Map<string, { label: string; cells: string[] }>();
  for (const { what, value } of measures) {
    const [, prefix = '', last = what] = PREFIX_AND_LAST.exec(what) ?? [];
    if (last.startsWith('CPU ')) continue;
    const label = prefix || last;
    const key = label.replace(/ \([^)]* hits\)$/, '');
    const cells = grouped.get(key)?.cells ?? [];
    cells.push(prefix ? `${shortened(last)}: ${withoutCosts(value)}` : withoutCosts(value));
    if (!grouped.has(key)) grouped.set(key, { label, cells });
  }
  return [...grouped.values()].map(({ label, cells }) => `| ${label} | ${cells.join('; ')} |`);
}

/** What is divided by something is the product, as the page says above the tables. */
const shortened = (label: string): string => label.replace('product ÷', '÷');

/** CPU and statements of a request stand in the file of results. */
const withoutCosts = (value: string): string => value.replace(/, CPU .*$|, [\d.]+ statements(?: a page)?/, '');
