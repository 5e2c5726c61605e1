import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow } from './source-files';

const FIXTURES = join(__dirname, 'fixtures');

interface LintedFile {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

/** ESLint loads its configuration by a dynamic import, which Jest's module system does not run: it gets its own process. */
function lint(folder: string): Promise<LintedFile[]> {
  const eslint = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [eslint, '.', '--format', 'json'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (failure, stdout, stderr) => {
        // 1 says that there are findings, which is what these fixtures are for.
        if (failure && failure.code !== 1) reject(new Error(`ESLint failed: ${stderr}`));
        else resolve(JSON.parse(stdout) as LintedFile[]);
      },
    );
  });
}

/** A fixture says in its first line which rules it breaks; one that says nothing is to pass. */
function expectedRules(file: string): string[] {
  const [, rules] = /^\/\/ expects: (.*)/.exec(readFileSync(file, 'utf8')) ?? [];
  return rules?.trim().split(/\s+/).sort() ?? [];
}

const files = filesBelow(FIXTURES).filter((file) => file.endsWith('.ts'));

describe('the rules of the house', () => {
  let found: Map<string, LintedFile['messages']>;

  beforeAll(async () => {
    const linted = await lint(FIXTURES);
    found = new Map(linted.map(({ filePath, messages }) => [relative(FIXTURES, filePath), messages]));
  });

  it('are tried on every fixture', () => {
    expect([...found.keys()].filter((file) => file.endsWith('.ts')).sort()).toEqual(files);
  });

  it.each(files)('find what there is in %s, and no more', (file) => {
    const rules = found.get(file)?.map(({ ruleId, message }) => ruleId ?? message);
    expect(rules?.sort()).toEqual(expectedRules(join(FIXTURES, file)));
  });

  it.each([
    ['boundaries/dependencies'],
    ['boundaries/no-unknown-files'],
    ['max-lines'],
    ['house/few-dependencies'],
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
    ['@typescript-eslint/no-floating-promises'],
    ['@typescript-eslint/no-misused-promises'],
    ['@typescript-eslint/switch-exhaustiveness-check'],
  ])('have a fixture for %s', (rule) => {
    expect(files.some((file) => expectedRules(join(FIXTURES, file)).includes(rule))).toBe(true);
  });
});
