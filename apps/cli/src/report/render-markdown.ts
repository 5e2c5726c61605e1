import { EXIT } from '../cli-error';
import type { Report, Section } from './report';
import { oneLine } from './render-text';

/** For comments on a change and summaries of a job. */
export function renderMarkdown({ title, exitCode, done = 'Passed', summary, sections }: Report): string {
  const verdict = exitCode === EXIT.passed ? done : 'Failed';
  const blocks = [
    `## ${escaped(title)}`,
    `**${verdict}**: ${escaped(summary)}`,
    ...sections.filter(({ rows }) => rows.length > 0).map(sectionText),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionText({ title, columns, rows }: Section): string {
  const heading = title === undefined ? [] : [`### ${escaped(title)}`, ''];
  if (!columns) return [...heading, ...rows.map(({ cells }) => `- ${cells.map(escaped).join(' ')}`)].join('\n');
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [...heading, line(columns), line(columns.map(() => '---')), ...rows.map(({ cells }) => line(cells))].join(
    '\n',
  );
}

/** Catalog text is escaped: no markup, no mentions, no cell separators. */
function escaped(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_[\]<>|#~]/g, (letter) => `\\${letter}`)
    .replaceAll('@', '@\u200b');
}
