import type { EntityType } from '../definition/entity-type';

/** A column, field, task or another named part of an entity. */
export interface NamedPart {
  name?: string;
  fullyQualifiedName?: string;
  tags?: unknown[];
  children?: NamedPart[];
  [key: string]: unknown;
}

/** One array of named parts and its path in the entity's document. */
export interface PartList {
  readonly path: string;
  readonly parts: NamedPart[];
  readonly columns: boolean;
  /** Columns, or fields that consumers rely on like columns. */
  readonly fields: boolean;
}

/** The attributes of a type that have named parts: all writes of its entities ask for them, several times. */
const ofTypes = new WeakMap<EntityType, readonly (readonly [string, PartsOfAttribute])[]>();
type PartsOfAttribute = NonNullable<EntityType['attributes'][string]['parts']>;

function attributesWithParts(entityType: EntityType): readonly (readonly [string, PartsOfAttribute])[] {
  let found = ofTypes.get(entityType);
  if (!found) {
    found = Object.entries(entityType.attributes).flatMap(([name, { parts }]) =>
      parts ? [[name, parts] as const] : [],
    );
    ofTypes.set(entityType, found);
  }
  return found;
}

/** All arrays of named parts in the attributes of an entity. */
export function partLists(entityType: EntityType, document: Readonly<Record<string, unknown>>): PartList[] {
  const lists: PartList[] = [];
  for (const [name, { below, columns = false, fields = columns }] of attributesWithParts(entityType)) {
    const value = below ? (document[name] as Record<string, unknown> | undefined)?.[below] : document[name];
    if (Array.isArray(value))
      lists.push({ path: below ? `${name}.${below}` : name, parts: value as NamedPart[], columns, fields });
  }
  return lists;
}
