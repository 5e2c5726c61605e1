import { AccessControl } from '@app/auth';
import type { AccessRule, Actor } from '@app/common';
import type { BoundQuery } from '@app/search';
import { visibleTo } from './search-permission';

const access = new AccessControl();
const TYPES = ['table', 'glossaryTerm'];
const ALL: AccessRule = { name: 'all', effect: 'allow', resources: ['All'], operations: ['ViewAll', 'Search'] };
const deny = (more: Partial<AccessRule>): AccessRule => ({
  name: 'deny',
  effect: 'deny',
  resources: ['table'],
  operations: ['ViewAll'],
  ...more,
});
const actor = (...rules: AccessRule[]): Actor => ({
  name: 'ann',
  id: 'ann',
  isAdmin: false,
  ownerIds: new Set(['ann', 'crew']),
  rules,
});

interface Thing {
  readonly entityType: string;
  readonly owners: readonly string[];
}

/** Whether a filter built by this library matches a document. */
function matches(query: BoundQuery, thing: Thing): boolean {
  if (query.kind === 'all' || query.kind === 'none') return query.kind === 'all';
  if (query.kind === 'exists') return thing.owners.length > 0;
  if (query.kind === 'keyword') {
    const values = query.field === 'entityType' ? [thing.entityType.toLowerCase()] : thing.owners;
    return query.values.some((value) => values.includes(String(value)));
  }
  if (query.kind !== 'bool') throw new Error(`${query.kind} is no part of a permission`);
  const { filter, mustNot, should, minimumShouldMatch } = query;
  return (
    filter.every((one) => matches(one, thing)) &&
    !mustNot.some((one) => matches(one, thing)) &&
    should.filter((one) => matches(one, thing)).length >= minimumShouldMatch
  );
}

const CONDITIONS = [undefined, 'isOwner()', '!isOwner()', 'noOwner()', '!isOwner() && !noOwner()', 'unknown()'];
const OPERATIONS = [['ViewAll'], ['ViewBasic'], ['Search'], ['All']] as const;
const RULES = CONDITIONS.flatMap((condition) =>
  OPERATIONS.map((operations) => deny({ operations, ...(condition === undefined ? {} : { condition }) })),
);
const OWNERS = [[], ['ann'], ['crew'], ['zoe'], ['zoe', 'crew']];
const THINGS = TYPES.flatMap((entityType) => OWNERS.map((owners) => ({ entityType, owners })));

describe('what a search shows', () => {
  const rows = RULES.flatMap((rule) => [[[ALL, rule]], [[ALL, rule, deny({ condition: 'noOwner()' })]]]);

  it.each(rows)('is what the caller may view and search: %j', (rules) => {
    const asking = actor(...rules);
    const filter = visibleTo(access, asking, TYPES);
    for (const thing of THINGS) {
      const object = { ownerIds: thing.owners };
      const isSeen = (['Search', 'ViewBasic'] as const).every((operation) =>
        access.allows(asking, operation, thing.entityType, object),
      );
      expect([thing, matches(filter, thing)]).toEqual([thing, isSeen]);
    }
  });

  it('is everything, without a filter, for whom nothing hides anything', () => {
    expect(visibleTo(access, actor(ALL), TYPES)).toEqual({ kind: 'all', boost: 1 });
    expect(visibleTo(access, { ...actor(), isAdmin: true, ownerIds: new Set() }, TYPES)).toEqual({
      kind: 'all',
      boost: 1,
    });
  });

  it('is nothing for an index that holds nothing', () => {
    expect(visibleTo(access, actor(ALL), [])).toEqual({ kind: 'none' });
  });

  it('refuses who may see none of it', () => {
    expect(() => visibleTo(access, actor(ALL, deny({})), ['table'])).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
    expect(() => visibleTo(access, actor(), TYPES)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});
