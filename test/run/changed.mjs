import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A change of these is a change for each file: what the tools are, and what they ask. */
const FOR_ALL =
  /^(package(-lock)?\.json|tsconfig\.json|eslint\.config\.mjs|\.oxlintrc\.json|\.prettierrc.*|test\/(architecture\/rules|run)\/)/;

const CODE = /\.tsx?$/;
const FORMATTED = /^(?:(?:apps|bin|libs|packages|test)\/.*\.(?:tsx?|mjs|cjs)|[^/]+\.(?:js|mjs|json))$/;

const isFixture = (file) => file.startsWith('test/architecture/fixtures/');

/** A library or an application: its types change as one. Other files stand alone. */
const unitOf = (file) => /^(?:libs|apps)\/[^/]+/.exec(file)?.[0];

/** How a unit is named in the imports of another one: `@app/quality`, `../../apps/api/src`. */
const nameOf = (unit) => `'(@app/${unit.replace(/^libs\//, '')}(/pure)?'|\\.[^']*/${unit}/)`;

const lines = (text) => text.split('\n').filter(Boolean);

/** What differs from the branch that a change goes to, committed or not, and what the typed rules may judge differently for it. */
export function changesIn(project, base) {
  const git = (...words) => execFileSync('git', words, { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const from = git('merge-base', base, 'HEAD').trim();
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  const changed = [...lines(git('diff', '--name-only', from)), ...untracked];
  if (changed.some((file) => FOR_ALL.test(file))) return undefined;

  const there = (file) => existsSync(join(project, file)) && !isFixture(file);
  const units = [...new Set(changed.filter((file) => CODE.test(file)).map(unitOf))].filter(Boolean);
  const names = units.map(nameOf);
  // It ends with 1 where no file has one of the names.
  const importing = () => {
    try {
      return lines(git('grep', '--untracked', '-lE', names.join('|'), '--', '*.ts', '*.tsx'));
    } catch (error) {
      if (error.status === 1) return [];
      throw error;
    }
  };
  const sources = changed.filter((file) => CODE.test(file) && there(file));
  const outside = names.length === 0 ? [] : importing().filter((file) => !units.includes(unitOf(file)) && there(file));
  return {
    changed,
    formatted: changed.filter((file) => FORMATTED.test(file) && there(file)),
    sources,
    typed: [...new Set([...units.filter(there), ...sources.filter((file) => !unitOf(file)), ...outside])],
  };
}
