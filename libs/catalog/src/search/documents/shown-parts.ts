import type { EntityType } from '../../definition/entity-type';
import { partLists, type NamedPart } from '../../schema/named-parts';

/** A named part in a search document. */
export interface ShownPart {
  readonly name: string;
  readonly description?: string;
  readonly dataType?: string;
  readonly tags?: readonly { readonly tagFQN: string }[];
}

/** The named parts of an entity, flattened: its columns, and others, such as fields, tasks, features. */
export function shownParts(
  entityType: EntityType,
  document: Readonly<Record<string, unknown>>,
): Record<'columns' | 'children', readonly ShownPart[]> {
  const lists = partLists(entityType, document);
  const partsOf = (columns: boolean): FlatPart[] =>
    lists.filter((list) => list.columns === columns).flatMap(({ parts }) => flat(parts, ''));
  return { columns: partsOf(true).map(columnOf), children: partsOf(false).map(childOf) };
}

interface FlatPart {
  readonly path: string;
  readonly part: NamedPart;
}

function flat(parts: readonly NamedPart[], above: string, found: FlatPart[] = []): FlatPart[] {
  for (const part of parts) {
    const path = `${above}${part.name ?? ''}`;
    found.push({ path, part });
    if (part.children) flat(part.children, `${path}.`, found);
  }
  return found;
}

function columnOf({ path, part }: FlatPart): ShownPart {
  const column: Writable<ShownPart> = childOf({ path, part });
  if (typeof part.dataType === 'string') column.dataType = part.dataType;
  if (part.tags?.length) column.tags = (part.tags as { tagFQN: string }[]).map(({ tagFQN }) => ({ tagFQN }));
  return column;
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function childOf({ path, part: { description } }: FlatPart): ShownPart {
  return { name: path, ...(typeof description === 'string' && description !== '' ? { description } : {}) };
}
