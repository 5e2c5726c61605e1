import { entriesOf, type EntityType } from './entity-type';

/**
 * A document without inherited references: they are shown, never stored. Clients send back what they read, so they are also removed
 * from bodies; a member that becomes empty is removed.
 */
export function withoutInherited<Document extends Readonly<Record<string, unknown>>>(
  entityType: EntityType,
  document: Document,
): Document {
  let own = document;
  for (const [name, { inherited }] of entriesOf(entityType.relations)) {
    const value = document[name];
    if (!inherited || !Array.isArray(value) || !value.some(isInherited)) continue;
    const left = value.filter((reference) => !isInherited(reference));
    const { [name]: _shown, ...rest } = own;
    own = (left.length ? { ...rest, [name]: left } : rest) as Document;
  }
  return own;
}

function isInherited(reference: unknown): boolean {
  return (reference as { inherited?: unknown } | null)?.inherited === true;
}
