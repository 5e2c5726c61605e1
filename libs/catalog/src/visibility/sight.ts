import type { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import type { Bind } from '@app/database';
import type { EntityType } from '../definition/entity-type';
import type { Condition } from '../query/list-question';

/** Whether an entity of a type is viewable if the actor owns it, if it has no owner, if another user owns it: `[mine, unowned, others]`. */
export type OwnerRule = readonly [mine: boolean, unowned: boolean, others: boolean];

/** The part of the catalog that a restricted caller may view: one from whom something is hidden. */
export interface Sight {
  /** Types of which it may view some entities, not all. */
  readonly types: readonly string[];
  /** Types of which it may view none. */
  readonly closed: readonly string[];
  /** Those of `types` that a rule speaks of; the others lie below them. */
  readonly ruled: readonly string[];
  /** True for the entities that it may view. */
  readonly condition: Condition & { readonly value: string };
}

/** The rules of what a caller may view, for the function `sees` of the database. */
interface ViewRules {
  /** Types of which the actor may view some entities but not all, by the entities' own owners. */
  readonly rules: Readonly<Record<string, OwnerRule>>;
  /** Types of which the actor may view none. */
  readonly closed: readonly string[];
  /** Types of entities that are a part of the one above them. */
  readonly parts: readonly string[];
  /** Ids under which the actor owns. */
  readonly owners: readonly string[];
}

/** An owner that matches no caller: no user or team has this id. */
const SOMEBODY_ELSE = '00000000-0000-0000-0000-000000000000';

/**
 * Conditions of rules depend only on owners, so each type is judged three times. What lies below a hidden entity is hidden, and
 * contracts, test cases and suites also where no entity of the type above them may be viewed.
 *
 * @returns 'all': nothing is hidden from the actor
 */
export function sightBy(access: AccessControl, actor: Actor, types: readonly EntityType[]): 'all' | Sight {
  if (actor.isAdmin) return 'all';
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
  if (!partly.length && !closed.length) return 'all';
  const parts = types.filter(({ obstacle }) => !obstacle).map(({ type }) => type);
  return sightWith(partly, { rules, closed, parts, owners: [...actor.ownerIds] });
}

function sightWith(types: readonly string[], rules: ViewRules): Sight {
  const sql = (bound: string): string => `sees(e.node, ${bound}::jsonb)`;
  const condition = { name: 'sees', value: JSON.stringify(rules), sql, ofMany: seenAmong };
  return { types, closed: rules.closed, ruled: Object.keys(rules.rules), condition };
}

/** SQL that is true for a row of `entity`, of any type, that may be viewed. @param row its alias */
export const visibleRow = ({ closed, condition: { value } }: Sight, row: string, bind: Bind): string =>
  `(not ${row}.type = any(${bind(closed)}::text[]) and sees(${row}.node, ${bind(value)}::jsonb))`;

/** SQL for which rows `m` of a CTE with node, type and parent may be viewed: what `sees` says of each, worked out by their parents. */
export function seenAmong(rows: string, sight: string): string {
  const distinct = (column: string): string => `array(select distinct ${column} from ${rows})`;
  return `(m.type, coalesce(m.parent, 0), coalesce(
      (select case when bool_or(${sight}::jsonb -> 'owners' ? o.id::text) then 'mine' else 'others' end
         from entity_reference r join entity o on o.node = r.to_node
        where r.from_node = m.node and r.relation = 'owners' having count(*) > 0), 'inherited'))
    in (select p.type, p.parent, p.own from seen_places(${distinct('type')}, ${distinct('parent')}, ${sight}::jsonb) p)`;
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

/** Types of which a caller may view none. */
export const closedTypes = (sight: 'all' | Sight): readonly string[] => (sight === 'all' ? [] : sight.closed);

/** Types of which single entities are hidden from a caller. */
export const partlyHiddenTypes = (sight: 'all' | Sight): readonly string[] => (sight === 'all' ? [] : sight.types);

/** Types of which a caller may not view all entities. */
export const hiddenTypes = (sight: 'all' | Sight): readonly string[] => [
  ...partlyHiddenTypes(sight),
  ...closedTypes(sight),
];

/** JSON for the function `sees` of the database; undefined for a caller from whom nothing is hidden. */
export const sightValue = (sight: 'all' | Sight): string | undefined =>
  sight === 'all' ? undefined : sight.condition.value;
