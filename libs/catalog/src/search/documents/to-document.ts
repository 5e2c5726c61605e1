import type { SearchDocument } from '@app/search';
import type { EntityType } from '../../definition/entity-type';
import type { Reference } from '../../definition/entity-document';
import type { SearchRow } from './search-row';
import { shownParts } from './shown-parts';

/** Inputs of one entity's document. */
export interface DocumentParts {
  readonly row: SearchRow;
  readonly relations: ReadonlyMap<string, readonly Reference[]>;
}

/** The classification of an asset's importance. Its label is indexed as the tier and not among the tags. */
const TIER = 'Tier.';

/** The search document of an entity. Tags of columns are only in `columns`, the tier only in `tier`; empty values are omitted. */
export function toDocument(entityType: EntityType, { row, relations }: DocumentParts): SearchDocument {
  const shown = { ...row.body, ...row.details };
  const labels = (shown.tags as ShownLabel[] | undefined) ?? [];
  const parts = shownParts(entityType, shown);
  return {
    ...plainAttributes(entityType, row),
    id: row.id,
    entityType: row.type,
    name: row.name,
    fullyQualifiedName: row.fqn,
    deleted: row.deleted,
    updatedAt: Number(row.updated_at),
    totalVotes: row.votes,
    ...ancestors(entityType, row),
    ...filled('tags', labels.filter(({ tagFQN }) => !tagFQN.startsWith(TIER)).map(labelOf)),
    ...tierOf(labels),
    ...references(relations),
    ...filled('columns', parts.columns),
    ...filled('children', [...parts.children, ...(row.children ?? [])]),
    ...row.contributed,
  };
}

interface ShownLabel {
  readonly tagFQN: string;
  readonly source?: string;
  readonly labelType?: string;
  readonly state?: string;
}

const labelOf = ({ tagFQN, source, labelType, state }: ShownLabel): ShownLabel => ({
  tagFQN,
  source,
  labelType,
  state,
});

function tierOf(labels: readonly ShownLabel[]): object {
  const tier = labels.find(({ tagFQN }) => tagFQN.startsWith(TIER));
  return tier ? { tier: { tagFQN: tier.tagFQN } } : {};
}

/** Scalar base attributes, and those the type names. */
function plainAttributes({ attributes, search }: EntityType, { body, details }: SearchRow): Record<string, unknown> {
  const own = Object.entries(body).filter(([name, value]) => !attributes[name]?.parts && typeof value !== 'object');
  const beside = (search?.shown ?? []).flatMap((name): [string, unknown][] =>
    details[name] === undefined ? [] : [[name, details[name]]],
  );
  return { ...search?.otherwise, ...Object.fromEntries([...own, ...beside]) };
}

function ancestors(entityType: EntityType, row: SearchRow): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { property, at, types } of entityType.ancestors) {
    const ancestor = row[at];
    if (ancestor && types.includes(ancestor.type)) found[property] = ancestor;
  }
  if (entityType.attributes.serviceType?.fromRoot && row.service_type !== null) found.serviceType = row.service_type;
  return found;
}

function references(relations: ReadonlyMap<string, readonly Reference[]>): Record<string, unknown> {
  const of = (property: string): readonly Reference[] => relations.get(property) ?? [];
  return {
    ...filled('owners', of('owners').map(shownReference)),
    ...filled('domains', of('domains').map(shownReference)),
    ...filled('dataProducts', of('dataProducts').map(shownReference)),
    ...filled(
      'followers',
      of('followers').map(({ id }) => id),
    ),
  };
}

/** Omits what can change without reindexing: whether the target is deleted. */
function shownReference({ deleted: _deleted, ...reference }: Reference): Omit<Reference, 'deleted'> {
  return reference;
}

function filled(property: string, values: readonly unknown[]): Record<string, unknown> {
  return values.length ? { [property]: values } : {};
}
