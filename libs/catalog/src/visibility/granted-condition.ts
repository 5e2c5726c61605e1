import type { ObjectPredicate } from '@app/auth';
import type { Condition } from '../read/query/list-question';

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
