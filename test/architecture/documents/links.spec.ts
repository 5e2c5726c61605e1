import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow, PROJECT } from '../source-files';

/** `[text](target)`, `![text](target "title")`; not what stands in code. */
const LINK = /\]\(\s*<?([^)\s>]+)>?[^)]*\)/g;
const FENCED = /^ *(```|~~~)[^]*?^ *\1/gm;
const FOLDERS = ['docs', 'packages', 'examples', 'deploy', '.ci'];
const TEXTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

function pages(): string[] {
  const below = FOLDERS.filter((folder) => existsSync(join(PROJECT, folder))).flatMap((folder) =>
    filesBelow(join(PROJECT, folder)).map((file) => join(folder, file)),
  );
  return [...TEXTS, ...below].filter((file) => file.endsWith('.md') && !file.includes('node_modules'));
}

const textWithoutCode = (file: string): string =>
  readFileSync(join(PROJECT, file), 'utf8')
    .replace(FENCED, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

/** The names of a page's headings, as GitHub makes them of their texts. */
function anchors(file: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of textWithoutCode(file).matchAll(/^#{1,6} +(.+)$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .trim()
      .replace(/ /g, '-');
    let unique = name;
    for (let again = 1; found.has(unique); again++) unique = `${name}-${again}`;
    found.add(unique);
  }
  return found;
}

/** What is wrong with a link; undefined where it leads somewhere. */
function fault(page: string, target: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(PROJECT, join(PROJECT, dirname(page), decodeURI(path)));
  if (file.startsWith('..') || !existsSync(join(PROJECT, file))) return `${page}: ${target}: there is no such file`;
  if (anchor === undefined || statSync(join(PROJECT, file)).isDirectory() || !file.endsWith('.md')) return undefined;
  return anchors(file).has(decodeURI(anchor)) ? undefined : `${page}: ${target}: there is no such heading`;
}

it('every link of a page leads to a file, and to a heading of it', () => {
  const links = pages().flatMap((page) =>
    [...textWithoutCode(page).matchAll(LINK)].map(([, target = '']) => ({ page, target })),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.map(({ page, target }) => fault(page, target)).filter((each) => each !== undefined)).toEqual([]);
});

it.each([
  ['docs/nowhere.md', 'there is no such file'],
  ['docs/operations.md#nowhere', 'there is no such heading'],
  ['../outside.md', 'there is no such file'],
])('a link to %s is told: %s', (target, expected) => {
  expect(fault('README.md', target)).toContain(expected);
});
