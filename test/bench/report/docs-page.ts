import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BenchReport, Measure } from '../bench';
import type { PublishedResult } from './published';

const BEGIN = '<!-- bench:results -->';
const END = '<!-- /bench:results -->';
/** A table that is padded to the widest of its cells is several times as long as its text. */
const UNPADDED = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'] as const;

/** A colon in brackets separates nothing. */
const PREFIX_AND_LAST = /^((?:[^(]|\([^)]*\))*): (.*)$/;

/** Writes the newest figures of all workloads between the two marks of the page; the text around them stays. */
export function writeDocs(file: string, results: readonly PublishedResult[]): void {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : `# Benchmarks\n\n${BEGIN}\n${END}\n`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file} lacks the marks ${BEGIN} and ${END}`);
  const inOrder = [...results].sort((one, other) => numberOf(one) - numberOf(other));
  const content = [BEGIN, UNPADDED[0], '', ...inOrder.flatMap((result) => section(file, result)), UNPADDED[1], END];
  writeFileSync(file, `${page.slice(0, from)}${content.join('\n')}${page.slice(to + END.length)}`);
}

/** Writes the drawings of a report into the folder beside the page: `benchmarks/growth-1.svg`. */
export function writePictures(file: string, { name, pictures = {} }: BenchReport): void {
  for (const [at, svg] of Object.values(pictures).entries()) {
    mkdirSync(pictureFolder(file), { recursive: true });
    writeFileSync(join(pictureFolder(file), pictureName(name, at)), svg);
  }
}

function section(
  file: string,
  { title, command, date, machine, setting, pictures, ...result }: PublishedResult,
): string[] {
  const drawn = pictures.map(
    (text, at) => `![${text}](${basename(pictureFolder(file))}/${pictureName(result.name, at)})`,
  );
  return [
    `### ${result.workloads.join(', ')}: ${title}`,
    '',
    `\`${command}\`, ${date}, ${placeOf(machine)}. ${setting[0] ?? ''}.`,
    '',
    '| measured | value |',
    '|---|---|',
    ...rows(result.measures),
    '',
    ...drawn.flatMap((line) => [line, '']),
  ];
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

const pictureFolder = (file: string): string => join(dirname(file), basename(file, '.md'));
const pictureName = (name: string, at: number): string => `${name}-${at + 1}.svg`;
const numberOf = ({ workloads }: PublishedResult): number => Number(/\d+/.exec(workloads[0] ?? '')?.[0] ?? Infinity);
