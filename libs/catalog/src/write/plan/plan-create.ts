import { TimeSlice } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { Sight } from '../../visibility/sight';
import { labelsIn } from '../../document/tag-label';
import type { EntityBehaviour } from '../entity-behaviour';
import { relationsIn, type Parents } from '../references/body-references';
import { asksForMore, copyOf, draftOf, judged, type CheckedBody } from './draft';
import { planned, STRUCTURE, type Plan } from './plan';
import { placingOperation, type WriterRights } from './rights';

/** Whether the rules let the actor create entities of the type below any parent, with any owner. */
export interface CreatorRights extends Pick<WriterRights, 'actor' | 'access'> {
  readonly sight: 'all' | Sight;
}

/**
 * Whether a create of the body can be planned with its parent alone: it refers to nothing else, nothing of the type's
 * behaviour has rows of its own, and the rights of the actor rest on no owner.
 */
export function needsPlaceOnly(
  entityType: EntityType,
  { body, unstored, excesses }: CheckedBody,
  { actor, access, sight }: CreatorRights,
  { prepare, written, received }: Partial<Record<keyof EntityBehaviour, unknown>>,
): boolean {
  const isAlone = unstored === undefined && body.extension === undefined && excesses.length === 0;
  if (!isAlone || prepare !== undefined || written !== undefined || received !== undefined || sight !== 'all')
    return false;
  const mayCreateAt = (type: string): boolean => {
    const operation = placingOperation(entityType);
    return (
      access.scope(actor, 'ViewBasic', type) !== 'none' &&
      (operation === undefined || access.scope(actor, operation, type) === 'all')
    );
  };
  return (
    [...relationsIn(entityType, body).values()].every((list) => list.length === 0) &&
    labelsIn(entityType, body).length === 0 &&
    access.scope(actor, 'Create', entityType.type) === 'all' &&
    entityType.parents.every(({ types }) => types.every(mayCreateAt))
  );
}

/** The plan of a create below a parent, if `needsPlaceOnly`. It reveals nothing, since it names no user. */
export function planCreate(entityType: EntityType, line: Parents, received: CheckedBody): Promise<Plan> {
  return planned(async () => {
    const slice = new TimeSlice();
    const body = { received: copyOf(received) };
    const none = [...relationsIn(entityType, received.body).keys()].map((name) => [name, []] as const);
    const draft = draftOf(entityType, body, { ...line, relations: new Map(none) });
    await slice.turn();
    const isComplete = !(await asksForMore(entityType, judged(draft, body), slice));
    return isComplete ? { kind: 'creation', draft } : STRUCTURE;
  });
}
