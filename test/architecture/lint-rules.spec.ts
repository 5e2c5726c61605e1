import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { groupBy } from '@app/common';
import { filesBelow } from './source-files';

const FIXTURES = join(__dirname, 'fixtures');

/** A file with the rules that it breaks. */
type Findings = Map<string, string[]>;

/** A linter loads its configuration as Jest's module system does not: it gets its own process. 1 says that there are findings. */
function outputOf(name: string, program: string): Promise<string> {
  const file = join(dirname(require.resolve(`${name}/package.json`)), 'bin', program);
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [file, '.', '--format', 'json'],
      { cwd: FIXTURES, maxBuffer: 64 * 1024 * 1024 },
      (failure, stdout, stderr) => {
        if (failure && failure.code !== 1) reject(new Error(`${name} failed: ${stdout}${stderr}`));
        else resolve(stdout);
      },
    );
  });
}

interface LintedFile {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

async function untyped(): Promise<Findings> {
  const linted = JSON.parse(await outputOf('eslint', 'eslint.js')) as LintedFile[];
  return new Map(
    linted.map(({ filePath, messages }) => [
      relative(FIXTURES, filePath),
      messages.map(({ ruleId, message }) => ruleId ?? message),
    ]),
  );
}

interface Diagnosis {
  readonly filename: string;
  readonly code: string;
}

/** Its codes are as `typescript(await-thenable)`. */
async function typed(): Promise<Findings> {
  const { diagnostics } = JSON.parse(await outputOf('oxlint', 'oxlint')) as { diagnostics: Diagnosis[] };
  const byFile = groupBy(diagnostics, ({ filename }) => filename);
  return new Map(
    [...byFile].map(([file, found]) => [file, found.map(({ code }) => code.replace(/^(.*)\((.*)\)$/, '$1/$2'))]),
  );
}

/** A fixture says in its first line which rules it breaks; one that says nothing is to pass. */
function expectedRules(file: string): string[] {
  const [, rules] = /^\/\/ expects: (.*)/.exec(readFileSync(file, 'utf8')) ?? [];
  return rules?.trim().split(/\s+/).sort() ?? [];
}

const files = filesBelow(FIXTURES).filter((file) => file.endsWith('.ts'));

describe('the rules of the house', () => {
  let found: Findings;
  let foundByTypes: Findings;

  beforeAll(async () => {
    [found, foundByTypes] = await Promise.all([untyped(), typed()]);
  });

  it('are tried on every fixture', () => {
    expect([...found.keys()].filter((file) => file.endsWith('.ts')).sort()).toEqual(files);
  });

  it.each(files)('find what there is in %s, and no more', (file) => {
    const rules = [...(found.get(file) ?? []), ...(foundByTypes.get(file) ?? [])];
    expect(rules.sort()).toEqual(expectedRules(join(FIXTURES, file)));
  });

  it.each([
    ['boundaries/dependencies'],
    ['boundaries/no-unknown-files'],
    ['max-lines'],
    ['house/few-dependencies'],
    ['house/generated-answers'],
    ['house/internals'],
    ['house/no-learned-ways'],
    ['house/one-of-each-tool'],
    ['house/pure-plans'],
    ['house/sql-in-files'],
    ['house/words'],
    ['no-restricted-properties'],
    ['no-restricted-imports'],
    ['no-restricted-exports'],
    ['@typescript-eslint/no-explicit-any'],
    ['@typescript-eslint/consistent-type-imports'],
    ['house/reasoned-disable'],
    ['typescript/await-thenable'],
    ['typescript/no-floating-promises'],
    ['typescript/no-misused-promises'],
    ['typescript/only-throw-error'],
    ['typescript/return-await'],
    ['typescript/switch-exhaustiveness-check'],
  ])('have a fixture for %s', (rule) => {
    expect(files.some((file) => expectedRules(join(FIXTURES, file)).includes(rule))).toBe(true);
  });
});
