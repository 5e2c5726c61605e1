import type { EntityType } from '../definition/entity-type';
import { joinFqn } from '../fqn';
import { partLists, type NamedPart } from '../schema/named-parts';
import { withLabelDefaults } from './tag-label';

/** Completes labels, and sets the FQN and the (possibly empty) tags of every named part. Changes the document in place. */
export function finishParts(entityType: EntityType, document: Record<string, unknown>, fqn: string): void {
  if (Array.isArray(document.tags)) document.tags = document.tags.map(withLabelDefaults);
  for (const { parts } of partLists(entityType, document)) finish(parts, fqn);
}

function finish(parts: NamedPart[], parent: string): void {
  for (const part of parts) {
    // Most columns have none.
    part.tags = part.tags?.length ? part.tags.map(withLabelDefaults) : [];
    if (part.name === undefined) continue;
    part.fullyQualifiedName = joinFqn(parent, part.name);
    if (part.children) finish(part.children, part.fullyQualifiedName);
  }
}
