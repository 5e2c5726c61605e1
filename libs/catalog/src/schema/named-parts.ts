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

/** All arrays of named parts in the attributes of an entity. */
export function partLists(entityType: EntityType, document: Readonly<Record<string, unknown>>): PartList[] {
  return Object.entries(entityType.attributes).flatMap(([name, { parts }]) => {
    const value = parts?.below
      ? (document[name] as Record<string, unknown> | undefined)?.[parts.below]
      : document[name];
    if (!parts || !Array.isArray(value)) return [];
    return [
      {
        path: parts.below ? `${name}.${parts.below}` : name,
        parts: value as NamedPart[],
        columns: parts.columns ?? false,
        fields: parts.columns ?? parts.fields ?? false,
      },
    ];
  });
}
