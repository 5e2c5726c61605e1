import { join } from 'node:path';
import { textOf } from '../ceilings';
import { filesBelow, PROJECT } from '../source-files';

const DOCUMENT = 'docs/scaling.md';
const TOOLS = ['libs/common/src/concurrency/periodic-task.ts', 'libs/database/src/notified-task.ts'];
const MADE = /new (?:PeriodicTask|NotifiedTask)\(/g;

/** A line of the table: the file that makes the round, with what is said of it. */
interface Line {
  readonly file: string;
  readonly cells: readonly string[];
}

function linesIn(text: string): readonly Line[] {
  const [, section = ''] = text.split('## What runs by itself\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((row) => /^\| *\[/.test(row));
  return rows.map((row) => {
    const [, ...cells] = row.split('|').map((cell) => cell.trim());
    return { file: /\(\.\.\/(.+?)\)/.exec(cells[0] ?? '')?.[1] ?? '', cells: cells.slice(0, -1) };
  });
}

/** Files that make rounds, with how many. */
function rounds(): ReadonlyMap<string, number> {
  const files = ['libs', 'apps'].flatMap((folder) =>
    filesBelow(join(PROJECT, folder)).map((file) => join(folder, file)),
  );
  const sources = files.filter((file) => /(?<!spec|fixture)\.ts$/.test(file) && !TOOLS.includes(file));
  return new Map(
    sources.flatMap((file) => {
      const made = textOf(file).match(MADE)?.length ?? 0;
      return made > 0 ? [[file, made] as const] : [];
    }),
  );
}

describe('what runs by itself', () => {
  const lines = linesIn(textOf(DOCUMENT));
  const made = rounds();

  it('is a round of each task that repeats, and no more', () => {
    expect([...new Set(lines.map(({ file }) => file))].sort()).toEqual([...made.keys()].sort());
  });

  it.each([...made])('%s has a line for each of its rounds', (file, most) => {
    expect(lines.filter((line) => line.file === file).length).toBeGreaterThanOrEqual(most);
  });

  it.each(lines.map(({ cells }) => [cells[0] ?? '', cells] as const))(
    '%s: when it looks, for what, how it is found, and what that costs',
    (_round, cells) => {
      expect(cells).toHaveLength(5);
      expect(cells.filter((cell) => cell === '')).toEqual([]);
    },
  );

  it('is read from the table', () => {
    const text =
      '# A\n## What runs by itself\n\n| Round | When |\n| --- | --- |\n| [a](../libs/a.ts) | 1 s |\n\n## B\n| [b](../c) | |';
    expect(linesIn(text)).toEqual([{ file: 'libs/a.ts', cells: ['[a](../libs/a.ts)', '1 s'] }]);
  });
});
