import { dirname, join, normalize, relative, sep } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { filesBelow, PROJECT } from './source-files';

/** Specs and their cases may import anything of their library. */
const OF_TESTS = /\.(spec|cases|fixture)\.ts$/;
const IMPORT = /\bfrom '(\.{1,2}\/[^']+)'/g;

/** Folders at the top of `sources`, each with those that its files import. Files beside the folders, as modules, join all of them. */
function importsOfFolders(sources: string): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  const files = filesBelow(sources).filter(
    (file) => file.endsWith('.ts') && !OF_TESTS.test(file) && file.includes(sep),
  );
  for (const file of files) {
    const folder = topOf(file);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const [, path = ''] of readFileSync(join(sources, file), 'utf8').matchAll(IMPORT)) {
      const target = relative(sources, normalize(join(sources, dirname(file), path)));
      const other = topOf(target);
      if (target.includes(sep) && other !== '..' && other !== folder) imported.add(other);
    }
  }
  return folders;
}

const topOf = (path: string): string => path.split(sep)[0] as string;

/** Folders that reach themselves, by name. */
function inCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return [...imports.keys()].filter((folder) => reached(folder).has(folder)).sort();
}

describe('folders inside a library', () => {
  const libraries = readdirSync(join(PROJECT, 'libs'));

  it('are seen to import each other where they do', () => {
    const imports = new Map(Object.entries({ egg: ['hen'], hen: ['farm'], farm: ['egg'], shop: ['egg'], road: [] }));
    expect(inCircles(new Map([...imports].map(([name, others]) => [name, new Set(others)])))).toEqual([
      'egg',
      'farm',
      'hen',
    ]);
    expect(importsOfFolders(join(PROJECT, 'libs/catalog/src')).get('write')).toContain('read');
  });

  it.each(libraries)('are in an order: libs/%s', (library) => {
    expect(inCircles(importsOfFolders(join(PROJECT, 'libs', library, 'src')))).toEqual([]);
  });
});
