import { entriesOf, type EntityType } from '../definition/entity-type';
import { partLists, type NamedPart } from '../schema/named-parts';
import type { EntityDocument } from '../definition/entity-document';
import { mergeLabels } from './tag-label';

/**
 * The result of a PUT on an existing entity: tags are merged, owners and similar relations are retained if the body does not name them,
 * every other property is replaced, absent = removed.
 * @param keeps further relations that are retained if the body does not name them
 */
export function mergePut(
  entityType: EntityType,
  current: EntityDocument,
  body: Record<string, unknown>,
  keeps: readonly string[] = [],
): Record<string, unknown> {
  const next: Record<string, unknown> = { ...body };
  for (const [name, { keptByPut, readOnly }] of entriesOf(entityType.relations)) {
    const isKept = keptByPut || keeps.includes(name);
    if (isKept && !readOnly && body[name] === undefined && current[name] !== undefined) next[name] = current[name];
  }
  if (body.extension === undefined && current.extension !== undefined) next.extension = current.extension;
  const tags = mergeLabels((current.tags as unknown[] | undefined) ?? [], (body.tags as unknown[] | undefined) ?? []);
  if (tags.length) next.tags = tags;
  const before = new Map(partLists(entityType, current).map(({ path, parts }) => [path, parts]));
  for (const { path, parts } of partLists(entityType, next)) mergeParts(before.get(path) ?? [], parts);
  return next;
}

/** Their tags are merged; metrics that were defined on a column stay where the body has none. */
function mergeParts(before: readonly NamedPart[], parts: readonly NamedPart[]): void {
  if (before.length === 0) return;
  const byName = partsByName(before);
  parts.forEach((part, at) => {
    const old = byName(part.name, at);
    if (!old) return;
    part.tags = mergeLabels(old.tags ?? [], part.tags ?? []);
    if (part.customMetrics === undefined && old.customMetrics !== undefined) part.customMetrics = old.customMetrics;
    mergeParts(old.children ?? [], part.children ?? []);
  });
}

/** Mostly a part is where it was, and needs not be looked up. */
function partsByName(parts: readonly NamedPart[]): (name: string | undefined, at: number) => NamedPart | undefined {
  let all: ReadonlyMap<string | undefined, NamedPart> | undefined;
  return (name, at) => {
    const same = parts[at];
    if (name !== undefined && same?.name === name) return same;
    all ??= new Map(parts.map((part) => [part.name, part]));
    return all.get(name);
  };
}
