import { EXIT } from '../exit-code';
import type { ExitCode } from '../exit-code';
import type { Report, Section, Tone } from './report';
import { alignedLines, oneLine } from './text-table';

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
export function renderText({ title, sections, summary, exitCode }: Report, colours: boolean): string {
  const paint = (text: string, tone: Tone | 'heading' | undefined): string =>
    colours && tone ? `\u001b[${COLOURS[tone]}m${text}\u001b[0m` : text;
  const [word, tone] = VERDICTS[exitCode];
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
