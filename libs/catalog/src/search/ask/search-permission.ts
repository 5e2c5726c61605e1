import type { AccessControl, AccessObject } from '@app/auth';
import type { Actor, Operation } from '@app/common';
import { ALL, anyOf, boolOf, keyword, NONE, noneOf, type BoundQuery } from '@app/search';

const NEEDED: readonly Operation[] = ['Search', 'ViewBasic'];

/** The entities of a type that an owner may see: own entities, unowned ones, and those owned by others. */
interface SeenOwners {
  readonly mine: boolean;
  readonly unowned: boolean;
  readonly others: boolean;
}

/** An id that is never assigned. */
const STRANGER = '00000000-0000-0000-0000-000000000000';

/**
 * The document filter of the entities of these types that the actor may see. Rules distinguish objects only by their owners, so one sample
 * object of each of the three cases is authorized per type; a condition that cannot be evaluated hides.
 *
 * @throws {AppError} FORBIDDEN if nothing of any of the types is visible
 */
export function visibleTo(access: AccessControl, actor: Actor, types: readonly string[]): BoundQuery {
  if (!types.length) return NONE;
  const sights = types.map((type) => [type, seenOwners(access, actor, type)] as const);
  const seen = sights.filter(([, { mine, unowned, others }]) => mine || unowned || others);
  if (!seen.length) for (const type of types) requireSome(access, actor, type);
  if (seen.length === types.length && seen.every(([, sight]) => isWhole(sight))) return ALL;
  return anyOf(
    seen.map(([type, sight]) =>
      boolOf({ filter: [keyword('entityType', [type.toLowerCase()]), seenAs(sight, actor)] }),
    ),
  );
}

function seenOwners(access: AccessControl, actor: Actor, type: string): SeenOwners {
  const sees = (object: AccessObject): boolean =>
    NEEDED.every((operation) => access.allows(actor, operation, type, object));
  const [own] = actor.ownerIds;
  return {
    mine: sees({ ownerIds: [own ?? STRANGER] }),
    unowned: sees({ ownerIds: [] }),
    others: sees({ ownerIds: [STRANGER] }),
  };
}

const isWhole = ({ mine, unowned, others }: SeenOwners): boolean => unowned && others && mine;

function requireSome(access: AccessControl, actor: Actor, type: string): void {
  for (const operation of NEEDED) access.requireAnyObject(actor, operation, type);
}

function seenAs(sight: SeenOwners, { ownerIds }: Actor): BoundQuery {
  if (isWhole(sight)) return ALL;
  const mine = keyword('owners.id', [...ownerIds]);
  const owned: BoundQuery = { kind: 'exists', fields: ['owners.id'], boost: 1 };
  return anyOf([
    ...(sight.mine ? [mine] : []),
    ...(sight.unowned ? [noneOf([owned])] : []),
    ...(sight.others ? [boolOf({ filter: [owned, noneOf([mine])] })] : []),
  ]);
}
