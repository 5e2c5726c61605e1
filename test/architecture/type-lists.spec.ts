import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entityTypes } from '@app/catalog/pure';
import { PROJECT, sourceFiles } from './source-files';

const ASSETS = new Set(entityTypes.having('asset', 'service'));
/** What a list of types would be: three names of assets or services in a row. */
const LIST = /(?:'\w+',?\s*){3,}/g;

/** Declarations; specs and cases, which say what they expect; what a release has written to the database. */
const MAY_NAME_TYPES = /\/types\/[^.]+\.type\.ts$|spec\.ts$|\.cases\.ts$|\/migrations\/|^test\/|shipped-roles\.ts$/;

function listsIn(file: string): string[] {
  const lists = readFileSync(join(PROJECT, file), 'utf8').match(LIST) ?? [];
  return lists.filter((list) => (list.match(/\w+/g) ?? []).filter((word) => ASSETS.has(word)).length > 2);
}

it('lists of asset types are derived from the traits of their declarations', () => {
  const files = sourceFiles().filter((file) => file.endsWith('.ts') && !MAY_NAME_TYPES.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => listsIn(file).map((list) => `${file}: ${list}`))).toEqual([]);
});

const OF_CONSOLE = 'apps/console/src/api/entity-types.ts';
/** Of them the console has no page. */
const WITHOUT_PAGE = ['policy', 'role'];

/** A line such as `topic: asset('topics', 'Topic'),`: the type and its collection. */
function typesOfConsole(): Record<string, string | undefined> {
  const lines = readFileSync(join(PROJECT, OF_CONSOLE), 'utf8').matchAll(/^ {2}(\w+): [^']*'([^']+)'/gm);
  return Object.fromEntries([...lines].map(([, type, collection]) => [type, collection]));
}

it(`each type has a line in ${OF_CONSOLE}, with its collection`, () => {
  const ofConsole = typesOfConsole();
  const declared = entityTypes.all().filter(({ type }) => !WITHOUT_PAGE.includes(type));
  const collections = declared.map(({ type, collection }) => [type, collection] as const);
  const known = declared.map(({ type }) => [type, ofConsole[type]] as const);
  expect(known).toEqual(collections);
});

it('finds such lists where there are some', () => {
  expect(listsIn('libs/auth/src/shipped-roles.ts')).not.toEqual([]);
});
