import { textOf } from './ceilings';
import { sourceFiles } from './source-files';

const CATALOG = 'libs/catalog/src';

/** The parts of the one way of each request, and who goes by them: a second way would be one more name here. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'read/batched-entity-reader': ['read/entity-reader'],
  'read/page/page-reader': ['read/entity-reader', 'read/page/sorted-page', 'transfer/export/entity-pages'],
  'read/page/page-statements': ['read/page/entity-page', 'read/page/page-reader'],
  'write/write-plans': ['write/commit/conditional-commit', 'write/entity-writer'],
  'write/commit/conditional-commit': ['write/entity-writer'],
  'write/commit/conditional-changes': ['write/commit/conditional-commit'],
  'write/commit/conditional-creates': ['write/commit/conditional-commit'],
  'write/commit/locked-commit': ['write/bulk/bulk-chunk', 'write/entity-writer'],
  'write/commit/locked-create': ['write/commit/locked-commit'],
};

/** Who writes rows of `entity`, and what of them. */
const WRITERS: Readonly<Record<string, string>> = {
  [`${CATALOG}/write/write-statements.ts`]: 'the statements of the locked commit',
  [`${CATALOG}/write/commit/insert-statement.ts`]: 'the statement of a conditional create',
  [`${CATALOG}/write/commit/change-statement.ts`]: 'the statement of a conditional change',
  [`${CATALOG}/write/subtree/rewrite-documents.ts`]: 'documents below something that was renamed or moved',
  [`${CATALOG}/write/subtree/subtree-store.ts`]: 'a level of what is deleted, restored, renamed or moved',
  [`${CATALOG}/check/location-check.ts`]: 'mends places that are out of step',
  [`${CATALOG}/check/document-check.ts`]: 'mends documents that are out of step',
  'libs/auth/src/user/user.repository.ts': "the user of an operator's token, whom nobody has made",
  'libs/contracts/src/documents/odcs.repository.ts': 'the id that the document of a new contract brings',
  'libs/data/src/connections/connection-test.runner.ts': 'the outcome of a connection test, which a service shows',
  'libs/quality/src/metrics/custom-metrics.ts': 'the metrics that a table shows',
  'libs/quality/src/profiles/table-profile.repository.ts': 'the newest profile, which a table shows',
  'libs/quality/src/pipelines/pipeline-status.repository.ts': 'the newest status, which a pipeline shows',
  'libs/quality/src/usage/entity-usage.ts': 'sums of use, which an entity shows',
  'libs/quality/src/usage/table-joins.ts': 'the tables that a table is joined with, which it shows',
};

const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+entity\b/i;

/** Files of the catalog that import a part, by its path in the library; the module that provides all is none of its ways. */
function importersOf(part: string, texts: ReadonlyMap<string, string>): string[] {
  const name = part.slice(part.lastIndexOf('/') + 1);
  const imports = new RegExp(`from '(?:\\./|\\.\\./)[^']*\\b${name}'`);
  return [...texts]
    .filter(([file, text]) => file.startsWith(`${CATALOG}/`) && !file.endsWith('.module.ts') && imports.test(text))
    .map(([file]) => file.slice(CATALOG.length + 1, -'.ts'.length))
    .sort();
}

const texts = new Map(
  sourceFiles()
    .filter((file) => /^(libs|apps)\/(?!console).*\.ts$/.test(file) && !file.endsWith('spec.ts'))
    .map((file) => [file, textOf(file)]),
);

describe('one way for each request', () => {
  it.each(Object.entries(WAYS))('%s is entered from %j alone', (part, from) => {
    expect(texts.has(`${CATALOG}/${part}.ts`)).toBe(true);
    expect(importersOf(part, texts)).toEqual([...from].sort());
  });

  it('rows of entities are written where it says so', () => {
    const found = [...texts].filter(([, text]) => WRITES.test(text)).map(([file]) => file);
    expect(found.sort()).toEqual(Object.keys(WRITERS).sort());
  });

  it('a second way is seen', () => {
    const second = new Map([
      [`${CATALOG}/read/quick-reads.ts`, "import { BatchedEntityReader } from './batched-entity-reader';"],
      [`${CATALOG}/catalog.module.ts`, "import { BatchedEntityReader } from './read/batched-entity-reader';"],
    ]);
    expect(importersOf('read/batched-entity-reader', second)).toEqual(['read/quick-reads']);
  });

  it.each([
    ['with done as (insert into entity (id) values ($1))', true],
    ['update entity e set body = $1', true],
    ['DELETE\n  FROM entity where node = $1', true],
    ['insert into entity_reference (node) values ($1)', false],
    ['select e.node from entity e for update', false],
  ])('a statement that writes entities is seen: %s', (text, isOne) => expect(WRITES.test(text)).toBe(isOne));
});
