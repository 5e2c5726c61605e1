import type { TimeSlice } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityDraft, RelationTarget } from '../entity-draft';
import { relationsIn } from '../references/body-references';
import { heldParents, heldRelation, isOfName } from '../references/held-references';
import type { NextBody } from './body';
import { asksForMore, draftOf, judged } from './draft';

/**
 * The draft of what an entity is to become, as far as it refers to nothing but what the entity refers to already. Undefined where
 * something has to be looked up: another reference, a new label, another extension, a constraint on another table.
 *
 * @throws {AppError} BAD_REQUEST
 */
export async function heldDraft(
  entityType: EntityType,
  next: NextBody,
  slice: TimeSlice,
): Promise<EntityDraft | undefined> {
  const { received, seen } = next;
  const parents = heldParents(entityType, received.body, next, isOfName);
  const relations = parents && heldRelations(entityType, next, seen?.unseenFields);
  if (!relations) return undefined;
  const draft = draftOf(entityType, next, { ...parents, relations });
  await slice.turn();
  return (await asksForMore(entityType, judged(draft, next), slice)) ? undefined : draft;
}

function heldRelations(
  entityType: EntityType,
  next: NextBody,
  unseenFields: ReadonlySet<string> = new Set(),
): Map<string, readonly RelationTarget[]> | undefined {
  const relations = new Map<string, readonly RelationTarget[]>();
  for (const [property, requested] of relationsIn(entityType, next.received.body)) {
    const isRefused = requested.some(({ field }) => unseenFields.has(field));
    const held = isRefused ? undefined : heldRelation(entityType, next, property, requested, isOfName);
    if (!held) return undefined;
    relations.set(property, held);
  }
  return relations;
}
