import { conflict } from '@app/common';
import { sqlState, violatedIndex } from '@app/database';
import type { EntityType } from '../definition/entity-type';
import type { EntityDraft } from './entity-draft';
import type { LockedEntity } from './entity-update';

/** SQLSTATE */
const FOREIGN_KEY_VIOLATION = '23503';

export function alreadyThere(entityType: EntityType, taken: LockedEntity): Error {
  const how = taken.deleted_by === null ? '' : '; it is soft-deleted: restore it, or PUT to bring it back';
  return conflict(`${entityType.type} ${taken.fqn} already exists with ID ${taken.id}${how}`);
}

/** Between look-up and write, a name can be taken and a referenced entity can be removed. */
export function takenMeanwhile(error: unknown, draft: EntityDraft): unknown {
  const index = violatedIndex(error);
  if (index === 'entity_fqn') return conflict(`${draft.entityType.type} ${draft.fqn} already exists`);
  if (index === 'entity_user_email')
    return conflict(`A user with the email ${String(draft.attributes.email)} already exists`);
  if (sqlState(error) === FOREIGN_KEY_VIOLATION)
    return conflict('Something that the body refers to was deleted at the same time; read it again');
  return error;
}
