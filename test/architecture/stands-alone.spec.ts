import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from './source-files';

/** ESLint loads its rules by a dynamic import, which Jest's module system does not run: a process of its own does. */
const VERIFY = `
  import { Linter } from 'eslint';
  import { STANDS_ALONE } from ${JSON.stringify(join(__dirname, 'rules/stands-alone.mjs'))};
  const found = JSON.parse(process.argv[1]).map((code) => new Linter().verify(code, { rules: STANDS_ALONE }).length);
  console.log(JSON.stringify(found));`;

const REFUSED = [
  "read('../../../shared/data/samples.json')",
  'read(`${folder}/shared/services`)',
  "describe.skip('a suite whose body runs all the same', () => {})",
  'jest.setTimeout(60_000)',
  "it('gives up early', () => {}, 5_000)",
  'beforeAll(() => {}, 60_000)',
];

const TAKEN = [
  "describeUnless(missingShared('data/omop'), 'a suite', () => {})",
  "read('./shared-folder')",
  "it.skip('one test', () => {})",
  'jest.setTimeout(1_800_000)',
  "it('takes long', () => {}, 600_000)",
  'setTimeout(wake, 10)',
];

it('tests stand alone: no path to the shared folder, no suite that is skipped and read, no short time limit', () => {
  const words = ['--input-type=module', '-e', VERIFY, JSON.stringify([...REFUSED, ...TAKEN])];
  const found = JSON.parse(execFileSync(process.execPath, words, { cwd: PROJECT, encoding: 'utf8' })) as number[];
  expect(found).toEqual([...REFUSED.map(() => 1), ...TAKEN.map(() => 0)]);
});
