import type { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import type { EntityType } from '../../definition/entity-type';

/** Whether an entity of a type is viewable that the actor owns, that nobody owns, that somebody else owns: `[mine, unowned, others]`. */
export type OwnerRule = readonly [mine: boolean, unowned: boolean, others: boolean];

/** What a caller may view, for the function `sees` of the database. */
export interface Sight {
  /** Types of which the actor may view some entities but not all, by the entities' own owners. */
  readonly rules: Readonly<Record<string, OwnerRule>>;
  /** Types of which the actor may view none. */
  readonly closed: readonly string[];
  /** Types of entities that are a part of the one above them. */
  readonly parts: readonly string[];
  /** Ids under which the actor owns. */
  readonly owners: readonly string[];
  /** Types of which single entities are hidden: by a rule, or because of what lies above them. */
  readonly types: readonly string[];
}

/** An owner that matches no caller: no user or team has this id. */
const SOMEBODY_ELSE = '00000000-0000-0000-0000-000000000000';

/**
 * Conditions of rules depend only on owners, so each type is judged three times. What lies below a hidden entity is hidden, and
 * contracts, test cases and suites also where no entity of the type above them may be viewed.
 *
 * @returns undefined if nothing is hidden from the actor
 */
export function sightOf(access: AccessControl, actor: Actor, types: readonly EntityType[]): Sight | undefined {
  if (actor.isAdmin) return undefined;
  const closed = types.filter(({ type }) => access.scope(actor, 'ViewBasic', type) === 'none').map(({ type }) => type);
  const rules = Object.fromEntries(
    types.flatMap(({ type }): [string, OwnerRule][] => {
      if (access.scope(actor, 'ViewBasic', type) !== 'some') return [];
      const rule = ruleOf(access, actor, type);
      return rule.every(Boolean) ? [] : [[type, rule]];
    }),
  );
  const hiding = new Set(Object.keys(rules));
  for (const { type, parents, obstacle } of types)
    if (!obstacle && parents.some((parent) => parent.types.some((above) => closed.includes(above)))) hiding.add(type);
  const partly = below(types, hiding).filter((type) => !closed.includes(type));
  if (!partly.length && !closed.length) return undefined;
  const parts = types.filter(({ obstacle }) => !obstacle).map(({ type }) => type);
  return { rules, closed, parts, owners: [...actor.ownerIds], types: partly };
}

function ruleOf(access: AccessControl, actor: Actor, type: string): OwnerRule {
  const sees = (ownerIds: readonly string[]): boolean => access.allows(actor, 'ViewBasic', type, { ownerIds });
  return [sees([...actor.ownerIds].slice(0, 1)), sees([]), sees([SOMEBODY_ELSE])];
}

/** The types, and all that can lie below them. */
function below(types: readonly EntityType[], of: ReadonlySet<string>): string[] {
  const found = new Set(of);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { type, parents } of types)
      if (parents.some((parent) => parent.types.some((above) => found.has(above)))) found.add(type);
  }
  return [...found];
}
