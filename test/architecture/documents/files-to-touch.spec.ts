import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../ceilings';
import { filesBelow, PROJECT } from '../source-files';

/** Files and folders that one kind of change touches, at most; what a script writes is none. */
const MOST_FILES = 8;

/** Files that the examples add. */
const ADDED = ['libs/catalog/src/types/assets/stream.type.ts', 'libs/search/src/input/dsl-query/intervals.ts'];

const files = ['apps', 'libs', 'packages', 'test', 'docs'].flatMap((folder) =>
  filesBelow(join(PROJECT, folder)).map((file) => join(folder, file)),
);

/** Each path in backticks: a file, a folder with its slash, or one with a part to be chosen (`<name>`, `*`). */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/(?<!\[)`([^`\n]+)`/g)].map(([, found = '']) => found);
  return quoted.filter((one) => /^[\w.*<>-]+(?:\/[\w.*<>-]+)*(?:\.(?:[a-z]+-)?(?:tsx?|mjs|json|md)|\/)$/.test(one));
}

/** Whether it is there, from the root of the project or, as in the text behind a longer path, from a folder further down. */
function isThere(path: string): boolean {
  if (existsSync(join(PROJECT, path))) return true;
  const pattern = path.replace(/[.]/g, '\\.').replace(/<\w+>|\*/g, '[\\w.-]+');
  const matching = new RegExp(`(?:^|/)${pattern}${path.endsWith('/') ? '' : '$'}`);
  return files.some((file) => matching.test(file));
}

/** Each kind of change of CONTRIBUTING.md with its line. */
function changes(): [kind: string, line: string][] {
  const [, section = ''] = textOf('CONTRIBUTING.md').split('## Files to touch');
  const lines = [...(section.split('\n## ')[0] ?? '').matchAll(/^- \*\*(.+?)\*\*[^:]*: (.*)$/gm)];
  return lines.map(([, kind = '', line = '']) => [kind, line]);
}

describe('the files that a change touches', () => {
  it('are listed for the frequent changes', () => {
    const kinds = changes().map(([kind]) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'an entity type',
        'an attribute (a field)',
        'an endpoint',
        'a rule operator',
        'a search operator',
      ]),
    );
  });

  it.each(changes())('%s: a few, which are there', (_kind, line) => {
    const paths = pathsIn(line);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
    expect(paths.length).toBeLessThanOrEqual(MOST_FILES);
  });

  it('are those of the worked examples', () => {
    const paths = pathsIn(textOf('docs/worked-examples.md'));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !ADDED.includes(path) && !isThere(path))).toEqual([]);
  });

  it.each([
    ['libs/catalog/src/types/<area>/<name>.type.ts', true],
    ['types/declared-types.ts', true],
    ['libs/validation/src/checks/', true],
    ['libs/catalog/src/types/<area>/<name>.kind.ts', false],
    ['types/announced-types.ts', false],
  ])('a path is looked for: %s', (path, isFound) => expect(isThere(path)).toBe(isFound));
});
