import { hash } from 'node:crypto';
import { EDIT_OPERATIONS } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityDocument, Reference } from '../../definition/entity-document';
import type { LockedEntity, StoredEntity } from '../entity-update';
import { requireVersion, type Precondition } from '../precondition';
import { heldParents, isOfName } from '../references/held-references';
import type { UnseenOfPut } from '../unseen/merged-put';
import { bodyOfPut } from './body';
import type { CheckedBody } from './draft';
import { planned, planOf, STRUCTURE, type Plan, type Surroundings } from './plan';
import { openedByName, type WriterRights } from './rights';

export interface PutRequest {
  readonly received: CheckedBody;
  readonly precondition: Precondition;
  /** `digestOf` the body. */
  readonly digest?: string | undefined;
}

/** An entity that is there and not deleted. */
export interface PutEntity {
  readonly row: LockedEntity;
  /** Its document with all fields, as JSON. */
  readonly json: string;
  /** The digest of a body of which it follows from body and document that its PUT changes nothing. */
  readonly leftBy?: string | undefined;
}

/** A text that identifies a body. Undefined where a PUT does more than its body says. */
export function digestOf({ body, unstored, compatible }: CheckedBody): string | undefined {
  return unstored === undefined && !compatible ? hash('sha256', JSON.stringify(body), 'base64') : undefined;
}

/** The plan of a PUT. The order of refusals is that of every write (ADR 212). */
export function planPut(
  entityType: EntityType,
  { row: locked, json, leftBy }: PutEntity,
  { received, precondition, digest }: PutRequest,
  rights: WriterRights & { readonly unseen: UnseenOfPut },
  surroundings: Surroundings,
): Promise<Plan> {
  return planned(async () => {
    // Where the entity is hidden, its parents may be: these are refused first.
    if (rights.isHidden || !viewsParents(entityType, rights)) return STRUCTURE;
    const current = digest !== undefined && digest === leftBy ? undefined : (JSON.parse(json) as EntityDocument);
    if (current && !keepsPlace(entityType, received.body, { locked, current })) return STRUCTURE;
    openedByName(rights, entityType, locked, EDIT_OPERATIONS);
    requireVersion(precondition, locked.version);
    if (!current) return { kind: 'none' };
    const next = await bodyOfPut(entityType, received, { locked, current }, rights.unseen);
    return planOf(entityType, next, rights, surroundings);
  });
}

function viewsParents({ parents }: EntityType, { actor, access }: WriterRights): boolean {
  return parents.every(({ types }) => types.every((type) => access.scope(actor, 'ViewBasic', type) !== 'none'));
}

/** Writes below a deleted parent are refused. */
function keepsPlace(entityType: EntityType, body: CheckedBody['body'], stored: StoredEntity): boolean {
  const parents = heldParents(entityType, body, stored, isOfName)?.parents;
  return parents !== undefined && [...parents.keys()].every((name) => !(stored.current[name] as Reference).deleted);
}
