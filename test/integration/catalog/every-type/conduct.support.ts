import type { BulkOutcome } from '@app/catalog';
import { ADMIN, read, typeNamed, type CatalogFixture, type Document } from '../catalog.fixture';

/** What the tests of a type's conduct do again and again. */
interface Using {
  readonly catalog: CatalogFixture;
  readonly reader: CatalogFixture['reader'];
  make(type: string, more?: Record<string, unknown>): Promise<Document>;
  body(type: string, more?: Record<string, unknown>): Promise<Record<string, unknown>>;
  softDelete(type: string, document: Document): Promise<Document>;
  /** Which kinds of reads find the entity. */
  seen(type: string, id: string): Promise<Record<'all' | 'deleted' | 'non-deleted', boolean>>;
}

export function using(catalog: CatalogFixture): Using {
  const finds = (type: string, id: string, include: 'all' | 'deleted' | 'non-deleted'): Promise<boolean> =>
    catalog.reader.get(ADMIN, typeNamed(type), { id }, undefined, include).then(
      () => true,
      () => false,
    );
  return {
    catalog,
    reader: catalog.reader,
    make: (type, more) => catalog.make(type, more),
    body: (type, more) => catalog.body(type, more),
    softDelete: async (type, { id }) => {
      const request = { hardDelete: false, recursive: false, precondition: undefined };
      return read(await catalog.remover.remove(ADMIN, typeNamed(type), { id }, request));
    },
    seen: async (type, id) => ({
      'non-deleted': await finds(type, id, 'non-deleted'),
      deleted: await finds(type, id, 'deleted'),
      all: await finds(type, id, 'all'),
    }),
  };
}

export function includes(text: string): unknown {
  return expect.stringContaining(text);
}

/** Whether entities of the type have an attribute or a relation. */
export function has(type: string, member: string): boolean {
  const { attributes, relations } = typeNamed(type);
  return member in attributes || member in relations;
}

/** A test of types that have these members. */
export function itWith(type: string, members: readonly string[], name: string, test: () => Promise<void>): void {
  if (members.every((member) => has(type, member))) it(name, test);
}

/** How each of a bulk ended. */
export function outcomeWords(outcomes: readonly BulkOutcome[]): string[] {
  return outcomes.map((outcome) => {
    if ('error' in outcome) return (outcome.error as { code: string }).code;
    return outcome.created ? 'created' : 'there';
  });
}
