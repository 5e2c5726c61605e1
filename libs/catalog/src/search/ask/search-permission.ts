import type { AccessControl, AccessObject } from '@app/auth';
import type { Actor, Operation } from '@app/common';
import type { BoundQuery } from '@app/search';

const NEEDED: readonly Operation[] = ['Search', 'ViewBasic'];

/** What an owner may see of a type, what is seen of the unowned, and of what others own. */
interface Sight {
  readonly mine: boolean;
  readonly unowned: boolean;
  readonly others: boolean;
}

/** An id that nobody has. */
const STRANGER = '00000000-0000-0000-0000-000000000000';

/**
 * What the actor may see of these types, as a filter of documents. Rules tell objects apart by their owners alone, so each type
 * is asked for one object of the three sorts that there are; a condition that cannot be decided hides.
 *
 * @throws {AppError} FORBIDDEN where nothing of any of the types could be seen
 */
export function visibleTo(access: AccessControl, actor: Actor, types: readonly string[]): BoundQuery {
  if (!types.length) return { kind: 'none' };
  const sights = types.map((type) => [type, sightOf(access, actor, type)] as const);
  const seen = sights.filter(([, { mine, unowned, others }]) => mine || unowned || others);
  if (!seen.length) for (const type of types) requireSome(access, actor, type);
  if (seen.length === types.length && seen.every(([, sight]) => isWhole(sight))) return { kind: 'all', boost: 1 };
  return anyOf(seen.map(([type, sight]) => allOf([keyword('entityType', [type.toLowerCase()]), seenAs(sight, actor)])));
}

function sightOf(access: AccessControl, actor: Actor, type: string): Sight {
  const sees = (object: AccessObject): boolean =>
    NEEDED.every((operation) => access.allows(actor, operation, type, object));
  const [own] = actor.ownerIds;
  return {
    mine: sees({ ownerIds: [own ?? STRANGER] }),
    unowned: sees({ ownerIds: [] }),
    others: sees({ ownerIds: [STRANGER] }),
  };
}

const isWhole = ({ mine, unowned, others }: Sight): boolean => unowned && others && mine;

function requireSome(access: AccessControl, actor: Actor, type: string): void {
  for (const operation of NEEDED) access.requireAnyObject(actor, operation, type);
}

function seenAs(sight: Sight, { ownerIds }: Actor): BoundQuery {
  if (isWhole(sight)) return { kind: 'all', boost: 1 };
  const mine = keyword('owners.id', [...ownerIds]);
  const owned: BoundQuery = { kind: 'exists', fields: ['owners.id'], boost: 1 };
  return anyOf([
    ...(sight.mine ? [mine] : []),
    ...(sight.unowned ? [noneOf([owned])] : []),
    ...(sight.others ? [allOf([owned, noneOf([mine])])] : []),
  ]);
}

const keyword = (field: string, values: readonly string[]): BoundQuery => ({
  kind: 'keyword',
  field,
  values,
  boost: 1,
});

const EMPTY = { must: [], should: [], filter: [], mustNot: [], minimumShouldMatch: 0, boost: 1 } as const;
const allOf = (filter: readonly BoundQuery[]): BoundQuery => ({ kind: 'bool', ...EMPTY, filter });
const noneOf = (mustNot: readonly BoundQuery[]): BoundQuery => ({
  kind: 'bool',
  ...EMPTY,
  filter: [{ kind: 'all', boost: 1 }],
  mustNot,
});

function anyOf(should: readonly BoundQuery[]): BoundQuery {
  return should.length ? { kind: 'bool', ...EMPTY, should, minimumShouldMatch: 1 } : { kind: 'none' };
}
