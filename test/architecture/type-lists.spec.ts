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

it('finds such lists where there are some', () => {
  expect(listsIn('libs/auth/src/shipped-roles.ts')).not.toEqual([]);
});
