import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expectWithinCeilings } from './ceilings';
import { lineCount, PROJECT, readJson, sourceFiles } from './source-files';

/** What one person holds in the head (docs/architecture.md). */
const MOST_FILES_A_FOLDER = 20;
/** Below the root of the repository: libs/search/src/postgres/row/text.ts has six. */
const MOST_STEPS_A_PATH = 6;
const LEAST_LINES_A_FILE = 20;
const MOST_LINES_A_FILE = 450;
const MEDIAN_LINES = 80;

const files = sourceFiles();

const isSpec = (file: string): boolean => /spec\.ts$/.test(file);

/** Entries, declarations that are found by their name, programs, and what stands beside another file. */
const isSmallByKind = (file: string): boolean =>
  /(^|\/)(index|pure|main)\.ts$|\.(module|type|entity|d|behaviour|decorator|errors?|cases|fixture|main|spec|source)\.(ts|cjs)$|spec\.ts$|-(error|fault|thread)\.ts$|\.(mjs|cjs|js)$/.test(
    file,
  ) || file.startsWith(MIGRATIONS);

/** Grows by one with each change of the tables, and is read from its end. */
const MIGRATIONS = 'libs/database/src/migrations';

/** A spec stands beside what it tests and adds nothing to look for. */
function filesByFolder(): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files.filter((name) => !isSpec(name) || name.startsWith('test'))) {
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)]);
  }
  return folders;
}

describe('the shape of the code', () => {
  it('is looked at: there are files', () => {
    expect(files.length).toBeGreaterThan(200);
  });

  it(`has at most ${MOST_FILES_A_FOLDER} files a folder, specs aside`, () => {
    const crowded = [...filesByFolder()].filter(
      ([folder, names]) => folder !== MIGRATIONS && names.length > MOST_FILES_A_FOLDER,
    );
    expect(crowded.map(([folder, names]) => `${folder}: ${names.length}`)).toEqual([]);
  });

  it(`has paths of at most ${MOST_STEPS_A_PATH} steps`, () => {
    expectWithinCeilings(
      'paths that are too long',
      files.filter((file) => file.split('/').length > MOST_STEPS_A_PATH),
    );
  });

  it('has no folder of one file', () => {
    const single = [...filesByFolder()].filter(([, names]) => names.length === 1);
    expectWithinCeilings(
      'folders of one file',
      single.map(([folder, [name = '']]) => join(folder, name)),
    );
  });

  it(`has files of at least ${LEAST_LINES_A_FILE} lines, but for those that are small by their kind`, () => {
    const small = files.filter((file) => !isSmallByKind(file) && lineCount(file) < LEAST_LINES_A_FILE);
    expectWithinCeilings('small files', small);
  });

  it(`has at most ${MOST_LINES_A_FILE} lines a file`, () => {
    const long = files.map((file) => [file, lineCount(file)] as const).filter(([, lines]) => lines > MOST_LINES_A_FILE);
    expect(long).toEqual([]);
  });

  it(`has files of a median below ${MEDIAN_LINES} lines`, () => {
    const lines = files.filter((file) => !isSpec(file)).map(lineCount);
    expect(lines.sort((a, b) => a - b)[Math.floor(lines.length / 2)]).toBeLessThan(MEDIAN_LINES);
  });

  it('has no folder for what nobody could place', () => {
    const folders = new Set(files.flatMap((file) => dirname(file).split('/')));
    expect([...folders].filter((name) => /^(utils?|helpers?|misc|shared)$/.test(name))).toEqual([]);
  });

  it('names its files in kebab and dot grammar', () => {
    const names = files.map((file) => basename(file));
    expect(names.filter((name) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name))).toEqual([]);
  });
});

/** Libraries that have an entry for what runs without a service. */
function pureParts(): string[] {
  return files.flatMap((file) => /^libs\/([^/]+)\/src\/pure\.ts$/.exec(file)?.[1] ?? []);
}

describe('the list of libraries', () => {
  const folders = readdirSync(join(PROJECT, 'libs')).sort();

  it('is the same for the compiler, for swc, for Nest and on disk', () => {
    const { compilerOptions } = readJson<{ compilerOptions: { paths: Record<string, string[]> } }>('tsconfig.json');
    const { jsc } = readJson<{ jsc: { paths: Record<string, string[]> } }>('.swcrc');
    const indexes = folders.map((name) => [`@app/${name}`, [`./libs/${name}/src/index.ts`]]);
    const pure = pureParts().map((name) => [`@app/${name}/pure`, [`./libs/${name}/src/pure.ts`]]);
    const expected = Object.fromEntries([...indexes, ...pure]) as Record<string, string[]>;
    expect(compilerOptions.paths).toEqual(expected);
    expect(jsc.paths).toEqual(expected);
    const { projects } = readJson<{ projects: Record<string, { root: string }> }>('nest-cli.json');
    const roots = Object.values(projects).map(({ root }) => root);
    expect(roots.filter((root) => root.startsWith('libs/')).sort()).toEqual(folders.map((name) => `libs/${name}`));
  });

  it('has one index each', () => {
    const indexes = files.filter((file) => /^libs\/[^/]+\/src\/index\.ts$/.test(file));
    expect(indexes).toEqual(folders.map((name) => `libs/${name}/src/index.ts`));
  });
});
