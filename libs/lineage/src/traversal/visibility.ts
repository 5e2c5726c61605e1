import type { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { LINEAGE_TYPES } from './asset';

/** What a caller may view of a type. Conditions can depend only on the owner of an asset. */
export interface ViewRule {
  readonly type: string;
  readonly mine: boolean;
  readonly unowned: boolean;
  readonly others: boolean;
}

/** The view permissions of a caller, in a form that a statement can apply to a set of nodes. */
export interface Visibility {
  /** Only the types that are not fully visible. */
  readonly rules: readonly ViewRule[];
  /** Ids under which the caller can own objects. */
  readonly ownerIds: readonly string[];
}

/** Owner that matches no caller: no user or team has this id. */
const SOMEBODY_ELSE = '00000000-0000-0000-0000-000000000000';

/**
 * The view permission, evaluated once each for an asset owned by the caller, one without owners and one owned by
 * somebody else, so that it can be applied to any number of nodes inside the database. An asset owned by the caller
 * and by others counts as the caller's.
 */
export function visibilityOf(access: AccessControl, actor: Actor): Visibility {
  const ownerIds = [...actor.ownerIds];
  const partly = LINEAGE_TYPES.filter((type) => access.scope(actor, 'ViewBasic', type) !== 'all');
  const sees = (type: string, owners: readonly string[]): boolean =>
    access.allows(actor, 'ViewBasic', type, { ownerIds: owners });
  const rules = partly.map((type) => ({
    type,
    mine: sees(type, ownerIds.slice(0, 1)),
    unowned: sees(type, []),
    others: sees(type, [SOMEBODY_ELSE]),
  }));
  return { rules, ownerIds };
}
