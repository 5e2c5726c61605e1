import { copyOfJson } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { Hidden } from '../../visibility/without-hidden';
import { withoutInherited } from '../../definition/inherited';
import { mergePut } from '../../document/put-merge';
import type { EntityDocument } from '../../definition/entity-document';
import { dropUnseen } from './sent-names';
import { restored, unseenFields, type MergedBody, type WriterSight } from './writer-sight';

/** The parts of an entity, and of the body of a PUT on it, that are hidden from the writer. */
export interface UnseenOfPut {
  /** Absent: the writer sees all of the entity. */
  readonly sight?: WriterSight | undefined;
  /** Absent: nothing that the body names is hidden. */
  readonly hidden?: Hidden | undefined;
}

/**
 * The body of a PUT, merged with the stored document, of which what the writer does not see stays.
 * @param keeps further relations that are retained if the body does not name them
 */
export function mergedPut(
  entityType: EntityType,
  current: EntityDocument,
  body: Readonly<Record<string, unknown>>,
  { sight, hidden }: UnseenOfPut,
  keeps?: readonly string[],
): MergedBody {
  const sent = copyOfJson(body) as Record<string, unknown>;
  if (hidden) dropUnseen(entityType, sent, hidden);
  if (!sight) return { body: mergePut(entityType, withoutInherited(entityType, current), sent, keeps) };
  const refused = unseenFields(sight, sent);
  const merged = mergePut(entityType, sight.shown, sent, keeps);
  // The parts of a body are completed in place.
  const whole = restored(sight, copyOfJson(merged));
  return { body: whole, seen: { body: merged, previous: sight.shown, unseenFields: refused } };
}
