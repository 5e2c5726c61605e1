import { base, boolean, oneOf } from '../../definition/build';
import type { Attribute } from '../../definition/entity-type';

/** What glossaries, terms, classifications and tags say of themselves. */
export const VOCABULARY: Readonly<Record<string, Attribute>> = {
  provider: base(oneOf('system', 'user', 'automation')),
  mutuallyExclusive: base(boolean),
  disabled: base(boolean),
};

/** How many live entities of a type have `e` as their parent, or lie anywhere below it. */
export const countBelow = (type: string, place: 'parent' | 'root'): string =>
  `to_jsonb((select count(*) from entity x where x.${place} = e.node and x.type = '${type}' and x.deleted_by is null))`;

/** How many live entities bear one of the labels that a condition on `l` (a tag or term) picks. */
export const countUses = (condition: string): string =>
  `to_jsonb((select count(distinct u.node) from entity l
      join tag_usage u on md5(u.tag_fqn)::uuid = md5(l.fqn)::uuid and u.tag_fqn = l.fqn
      join entity w on w.node = u.node and w.deleted_by is null where ${condition}))`;
