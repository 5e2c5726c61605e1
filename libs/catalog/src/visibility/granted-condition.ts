import type { ObjectPredicate } from '@app/auth';
import type { Condition } from '../query/list-question';

const SQL = {
  always: () => 'true',
  never: () => 'false',
  owner: (bound: string) => `owner_ids(e.node) && ${bound}::text[]`,
  unowned: () => `owner_ids(e.node) = '{}'`,
} as const;

/** The conditions under which an operation is granted on entities; undefined: on all of them. */
export function grantedCondition(predicate: ObjectPredicate, ownerIds: ReadonlySet<string>): Condition | undefined {
  if ('is' in predicate && predicate.is === 'always') return undefined;
  const sql = (bound: string): string => `(${sqlOf(predicate, bound)} and ${bound}::text[] is not null)`;
  return { name: `granted(${sqlOf(predicate, '?')})`, value: [...ownerIds], sql };
}

function sqlOf(predicate: ObjectPredicate, bound: string): string {
  if ('not' in predicate) return `not ${sqlOf(predicate.not, bound)}`;
  if ('all' in predicate) return joined(predicate.all, ' and ', 'true', bound);
  if ('any' in predicate) return joined(predicate.any, ' or ', 'false', bound);
  return SQL[predicate.is](bound);
}

function joined(predicates: readonly ObjectPredicate[], sign: string, ofNone: string, bound: string): string {
  return predicates.length ? `(${predicates.map((one) => sqlOf(one, bound)).join(sign)})` : ofNone;
}

/**
 * SQL that an asset shows a domain: its own are those, else those of the nearest that it lies in.
 *
 * @param asset SQL of its node
 * @param key SQL of an id or FQN
 */
export const showsDomain = (asset: string, key: string): string => `exists (
  with recursive line (node, parent, depth) as (
    select a.node, a.parent, 0 from entity a where a.node = ${asset} union all
    select x.node, x.parent, l.depth + 1 from line l join entity x on x.node = l.parent),
  nearest as (
    select l.node from line l where exists (
      select from entity_reference x where x.from_node = l.node and x.relation = 'domains') order by l.depth limit 1)
  select from nearest n join entity_reference x on x.from_node = n.node and x.relation = 'domains'
    join entity d on d.node = x.to_node and d.deleted_by is null where ${key}::text in (d.id::text, d.fqn))`;
