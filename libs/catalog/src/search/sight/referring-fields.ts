import { entityTypes } from '../../definition/entity-types';
import { SERVICE_TYPES } from '../../types/asset';

/** A field of search documents whose values speak of another entity. */
export interface ReferringField {
  /** The types that the other entity may have. */
  readonly types: readonly string[];
  /** The field by which its own document is found with such a value; absent: the value does not name it. */
  readonly by?: 'name.keyword' | 'fullyQualifiedName.keyword' | 'id';
}

/** By the first part of the path. */
const REFERRED: Readonly<Record<string, readonly string[]>> = {
  owners: ['user', 'team'],
  followers: ['user'],
  totalVotes: ['user'],
  domains: ['domain'],
  dataProducts: ['dataProduct'],
  service: SERVICE_TYPES,
  database: ['database'],
  databaseSchema: ['databaseSchema'],
  tags: ['tag', 'glossaryTerm'],
  tier: ['tag'],
  contract: ['dataContract'],
};

const BY: Readonly<Record<string, ReferringField['by']>> = {
  name: 'name.keyword',
  fullyQualifiedName: 'fullyQualifiedName.keyword',
  tagFQN: 'fullyQualifiedName.keyword',
  id: 'id',
};

/** undefined: the field speaks of the entity itself. */
export function referringField(field: string): ReferringField | undefined {
  if (field === 'columns.tags') return { types: ['tag', 'glossaryTerm'], by: BY.tagFQN };
  const [first = '', member = ''] = field.replace(/^columns\.(?=tags\.)/, '').split('.');
  const types = Object.hasOwn(REFERRED, first) ? REFERRED[first] : undefined;
  if (!types) return undefined;
  const by = first === 'followers' ? 'id' : BY[member];
  return by ? { types, by } : { types };
}

/** The types whose children are entities of their own, with the types that these may have: charts of a dashboard. */
export function typesWithEntityChildren(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    entityTypes.all().flatMap(({ type, search, relations }) => {
      const relation = search?.children === undefined ? undefined : relations[search.children];
      return relation ? [[type, relation.types] as const] : [];
    }),
  );
}

export const speaksOfChildren = (field: string): boolean => field.startsWith('children.');
