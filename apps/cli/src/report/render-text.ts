import { type ExitCode, EXIT } from '../cli-error';
import type { Report, Section, Tone, Row } from './report';

/** SGR codes. */
const COLOURS: Readonly<Record<Tone | 'heading', string>> = {
  good: '32',
  bad: '31',
  doubtful: '33',
  weak: '2',
  heading: '1',
};

const VERDICTS: Readonly<Record<ExitCode, readonly [string, Tone]>> = {
  [EXIT.passed]: ['PASSED', 'good'],
  [EXIT.failed]: ['FAILED', 'bad'],
  [EXIT.usage]: ['NOT USABLE', 'bad'],
  [EXIT.refused]: ['REFUSED', 'bad'],
  [EXIT.timedOut]: ['TIMED OUT', 'bad'],
};

/** For people. */
export function renderText({ title, sections, summary, exitCode, done }: Report, colours: boolean): string {
  const paint = (text: string, tone: Tone | 'heading' | undefined): string =>
    colours && tone ? `\u001b[${COLOURS[tone]}m${text}\u001b[0m` : text;
  const [verdict, tone] = VERDICTS[exitCode];
  const word = exitCode === EXIT.passed ? (done?.toUpperCase() ?? verdict) : verdict;
  const shown = sections.filter(({ rows }) => rows.length > 0);
  const blocks = [
    [paint(oneLine(title), 'heading')],
    ...shown.map((section) => sectionLines(section, paint)),
    [`${paint(word, tone)}  ${oneLine(summary)}`],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

type Paint = (text: string, tone: Tone | 'heading' | undefined) => string;

function sectionLines({ title, columns, rows }: Section, paint: Paint): string[] {
  const heading = title === undefined ? [] : [paint(oneLine(title), 'heading')];
  if (!columns) return [...heading, ...rows.map(({ cells, tone }) => paint(oneLine(cells.join('  ')), tone))];
  const [top = '', ...lines] = alignedLines(
    columns.map((column) => column.toUpperCase()),
    rows,
  );
  return [...heading, `  ${paint(top, 'weak')}`, ...lines.map((line, at) => `  ${paint(line, rows[at]?.tone)}`)];
}

/** Longer cells are no table any more; the JSON output has them in full. */
const WIDEST = 100;

/** Rows as aligned lines; the last column is not padded and never cut. */
export function alignedLines(columns: readonly string[], rows: readonly Row[]): string[] {
  const table = [columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(oneLine));
  const widths = columns.map((_, at) => Math.min(WIDEST, Math.max(...table.map((cells) => width(cells[at] ?? '')))));
  return table.map((cells) =>
    cells
      .map((cell, at) => (at === columns.length - 1 ? cell : padded(cell, widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Control characters but tab and the ends of lines, line separators, and characters that change the direction of writing. */
const STEERING = /(?![\t\n\r])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text of which nothing steers the terminal, the log or the page that shows it: names of a catalog contain any text. What would
 * becomes U+FFFD.
 */
export function withoutSteering(text: string): string {
  return text.replaceAll(STEERING, '\ufffd');
}

/** One line for a terminal: control characters of a catalog's names must not steer it. */
export function oneLine(text: string): string {
  return withoutSteering(text.replaceAll(/\s+/g, ' '));
}

function padded(cell: string, length: number): string {
  return cell + ' '.repeat(Math.max(0, length - width(cell)));
}

/** In code points; wide letters count as one, which only costs alignment. */
function width(text: string): number {
  return [...text].length;
}
