import type { EntityType } from '../../definition/entity-type';
import { partLists, type NamedPart } from '../../schema/named-parts';

export interface ShownColumn {
  readonly name: string;
  readonly description?: string;
  readonly dataType?: string;
  readonly tags?: readonly { readonly tagFQN: string }[];
}

export interface ShownChild {
  readonly name: string;
  readonly description?: string;
}

export interface ShownParts {
  readonly columns: readonly ShownColumn[];
  /** Named parts other than columns: fields, tasks, features. */
  readonly children: readonly ShownChild[];
}

/** The named parts of an entity as in its document: flattened, each under its path. */
export function shownParts(entityType: EntityType, document: Readonly<Record<string, unknown>>): ShownParts {
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

function columnOf({ path, part }: FlatPart): ShownColumn {
  const column: Writable<ShownColumn> = childOf({ path, part });
  if (typeof part.dataType === 'string') column.dataType = part.dataType;
  if (part.tags?.length) column.tags = (part.tags as { tagFQN: string }[]).map(({ tagFQN }) => ({ tagFQN }));
  return column;
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function childOf({ path, part: { description } }: FlatPart): ShownChild {
  return { name: path, ...(typeof description === 'string' && description !== '' ? { description } : {}) };
}
