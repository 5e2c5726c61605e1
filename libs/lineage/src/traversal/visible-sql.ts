// Apart from visibility.ts, because the export thread loads it, and shall not load the catalog.
import type { ViewRule, Visibility } from './visibility';

/** SQL for whether the caller may view the entity `e`; `visibleValues` are its parameters from `$first` on. */
export function visibleSql(e: string, first: number): string {
  const rule = ['text', 'bool', 'bool', 'bool'].map((type, i) => `$${first + i}::${type}[]`).join(', ');
  return `not exists (
        select 1 from unnest(${rule}) as rule (type, mine, unowned, others),
               lateral owner_ids(case rule.type when ${e}.type then ${e}.node end) as owners
         where rule.type = ${e}.type
           and not case when owners = '{}' then rule.unowned
                        when owners && $${first + 4}::text[] then rule.mine else rule.others end)`;
}

/** None if the caller may view everything: then the statement needs no condition. */
export function visibleValues({ rules, ownerIds }: Visibility): unknown[] {
  if (rules.length === 0) return [];
  const column = <K extends keyof ViewRule>(key: K): ViewRule[K][] => rules.map((rule) => rule[key]);
  return [column('type'), column('mine'), column('unowned'), column('others'), ownerIds];
}
