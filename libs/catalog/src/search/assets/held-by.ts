import type { FoundEntity } from '../../read/entity-finder';

type Terms = (entity: FoundEntity) => Readonly<Record<string, string>>;

const labelled: Terms = ({ fqn }) => ({ 'tags.tagFQN': fqn, 'tier.tagFQN': fqn, 'columns.tags.tagFQN': fqn });
const owned: Terms = ({ id }) => ({ 'owners.id': id });

/** By what the search documents of its assets name an entity of each type that has assets. */
const NAMED_BY: Readonly<Record<string, Terms>> = {
  tag: labelled,
  glossaryTerm: labelled,
  domain: ({ fqn }) => ({ 'domains.fullyQualifiedName': fqn }),
  dataProduct: ({ fqn }) => ({ 'dataProducts.fullyQualifiedName': fqn }),
  user: owned,
  team: owned,
};

/** The types whose assets can be listed. */
export const TYPES_WITH_ASSETS: readonly string[] = Object.keys(NAMED_BY);

/**
 * The filter of a search, as JSON of its DSL, for the assets of an entity.
 *
 * @param types only those of these types
 */
export function heldBy(entity: FoundEntity, types?: readonly string[]): string {
  const terms = NAMED_BY[entity.type]?.(entity) ?? {};
  const held = { bool: { should: Object.entries(terms).map(([field, value]) => ({ term: { [field]: value } })) } };
  return JSON.stringify(types ? { bool: { filter: [held, { terms: { entityType: types } }] } } : held);
}
