import type { EntityType } from '../../definition/entity-type';
import { partLists, type NamedPart } from '../../schema/named-parts';
import type { EntityDocument } from '../entity-behaviour';
import { mergeLabels } from './tag-label';

/**
 * The result of a PUT on an existing entity: tags are merged, owners and similar relations are kept if the body does not name them,
 * every other property is replaced, absent = removed.
 * @param keeps further relations that are kept if the body does not name them
 */
export function mergePut(
  entityType: EntityType,
  current: EntityDocument,
  body: Record<string, unknown>,
  keeps: readonly string[] = [],
): Record<string, unknown> {
  const next: Record<string, unknown> = { ...body };
  for (const [name, { keptByPut, readOnly }] of Object.entries(entityType.relations)) {
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
  const byName = new Map(before.map((part) => [part.name, part]));
  for (const part of parts) {
    const old = byName.get(part.name);
    if (!old) continue;
    part.tags = mergeLabels(old.tags ?? [], part.tags ?? []);
    if (part.customMetrics === undefined && old.customMetrics !== undefined) part.customMetrics = old.customMetrics;
    mergeParts(old.children ?? [], part.children ?? []);
  }
}
