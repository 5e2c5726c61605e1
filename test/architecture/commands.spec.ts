import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { textOf } from './ceilings';
import { filesBelow, PROJECT, sourceFiles } from './source-files';

/** One name for each thing: more than these nobody learns. */
const MOST_SCRIPTS = 25;

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };

const help = (program: string): string =>
  execFileSync(process.execPath, [join(PROJECT, program), '--help'], { encoding: 'utf8' });

/** What every text of the project calls: `npm run NAME`, `npm test -- KIND`, `npm run admin -- COMMAND`. */
function called(pattern: RegExp): string[] {
  const pages = filesBelow(join(PROJECT, 'docs')).map((file) => join('docs', file));
  const files = ['README.md', 'CONTRIBUTING.md', '.ci/run', 'Dockerfile', 'deploy/release/release.sh', ...pages];
  return [...files.filter((file) => !/\.(png|svg|json)$/.test(file)), ...sourceFiles()].flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map(([, name = '']) => name),
  );
}

it('there are few scripts', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(MOST_SCRIPTS);
});

it('scripts that a text or a script names are there', () => {
  const names = [...called(/\bnpm run (?:-s |--silent )?([a-z][\w:]*)/g), ...Object.values(scripts).flatMap(ownCalls)];
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});

const ownCalls = (script: string): string[] =>
  [...script.matchAll(/npm run -s ([\w:]+)/g)].map(([, name = '']) => name);

it('kinds of tests that a text names are there', () => {
  const kinds = /^Kinds: (.*)\. Without/m.exec(help('test/run/test.mjs'))?.[1]?.split(', ') ?? [];
  const named = called(/\bnpm test (?:-s )?-- ([a-z][\w-]*)(?=[\s`])/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !kinds.includes(name))).toEqual([]);
});

it("operators' commands that a text names are there", () => {
  const commands = [...help('bin/admin.cjs').matchAll(/^ {2}([a-z]+(?: [a-z][a-z-]*)?)/gm)].map(
    ([, name = '']) => name,
  );
  const named = called(/(?:\bnpm run admin --|\bbin\/admin\.cjs) ([a-z]+(?: (?:rebuild|check|reseal|sql-check)\b)?)/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !commands.includes(name))).toEqual([]);
});
