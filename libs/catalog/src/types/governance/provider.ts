import { base, boolean, counted, oneOf } from '../../definition/build';
import type { Attribute } from '../../definition/entity-type';

/** Attributes shared by glossaries, terms, classifications and tags. */
export const VOCABULARY: Readonly<Record<string, Attribute>> = {
  provider: base(oneOf('system', 'user', 'automation')),
  mutuallyExclusive: base(boolean),
  disabled: base(boolean),
};

/** Counts the live entities of a type that have `e` as their parent, or lie anywhere below it. */
export const countBelow = (type: string, place: 'parent' | 'root'): Attribute =>
  counted(
    (isSeen) => `entity x where x.${place} = e.node and x.type = '${type}' and x.deleted_by is null and ${isSeen('x')}`,
  );

/** Counts the live entities with one of the labels selected by a condition on `l` (a tag or term). */
export const countUses = (condition: string): Attribute =>
  counted(
    (isSeen) => `entity x where x.deleted_by is null and ${isSeen('x')} and x.node in (select u.node from entity l
      join tag_usage u on md5(u.tag_fqn)::uuid = md5(l.fqn)::uuid and u.tag_fqn = l.fqn where ${condition} and ${isSeen('l')})`,
  );
