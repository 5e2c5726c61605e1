import { entriesOf, oncePerType, type EntityType } from '../definition/entity-type';

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
const attributesWithParts = oncePerType(({ attributes }) =>
  entriesOf(attributes).flatMap(([name, { parts }]) => (parts ? [[name, parts] as const] : [])),
);

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
