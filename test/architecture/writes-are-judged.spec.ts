import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, sourceFiles } from './source-files';

/** Who locks entities by themselves, and why that judges nobody less. */
const LOCKING: Readonly<Record<string, string>> = {
  'libs/catalog/src/write/access/write-access.ts': 'it is what judges',
  'libs/catalog/src/write/commit/locked-commit.ts':
    'a POST looks whether the name is taken, and writes nothing where it is',
  'libs/catalog/src/write/bulk/bulk-chunk.ts': 'rows are locked together, then opened together',
  'libs/catalog/src/behaviours/test-case.behaviour.ts':
    'the suite of a table is made by the service, for whoever makes a test',
};

const LOCK = /\b(store\s*\.lock|resolver\s*\.open)\(/;

it('a write of an entity begins with WriteAccess, which judges its sender', () => {
  const found = sourceFiles().filter(
    (file) => file.startsWith('libs') && LOCK.test(readFileSync(join(PROJECT, file), 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(LOCKING).sort());
});
