import { entityTypes } from '../../types/entity-types';

/** A field of search documents whose values refer to another entity. */
export interface ReferringField {
  /** The possible types of the other entity. */
  readonly types: readonly string[];
  /** The field that identifies the referenced document by such a value; absent: the value does not identify it. */
  readonly by?: 'name.keyword' | 'fullyQualifiedName.keyword' | 'id';
}

/** By the first segment of the path. */
const REFERRED: Readonly<Record<string, readonly string[]>> = {
  owners: ['user', 'team'],
  followers: ['user'],
  totalVotes: ['user'],
  domains: ['domain'],
  dataProducts: ['dataProduct'],
  service: entityTypes.having('service'),
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

/** undefined: the field describes the entity itself. */
export function referringField(field: string): ReferringField | undefined {
  if (field === 'columns.tags') return { types: ['tag', 'glossaryTerm'], by: BY.tagFQN };
  const [first = '', member = ''] = field.replace(/^columns\.(?=tags\.)/, '').split('.');
  const types = Object.hasOwn(REFERRED, first) ? REFERRED[first] : undefined;
  if (!types) return undefined;
  const by = first === 'followers' ? 'id' : BY[member];
  return by ? { types, by } : { types };
}

/** Types whose children are separate entities, with the children's types: charts of a dashboard. */
export function typesWithEntityChildren(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    entityTypes.all().flatMap(({ type, search, relations }) => {
      const relation = search?.children === undefined ? undefined : relations[search.children];
      return relation ? [[type, relation.types] as const] : [];
    }),
  );
}

export const speaksOfChildren = (field: string): boolean => field.startsWith('children.');
