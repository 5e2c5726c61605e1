import type { Bind } from '@app/database';
import { GROUPS, typesOf, type GroupedBy, type VisibleSql } from './asset-groups';

/** SQL of the assets `m` that can have a contract, one by one. */
export const ASSETS = (bind: Bind): string =>
  `m as (select e.node, e.type, e.parent, e.root from entity e where e.type = any(${bind(typesOf().subjects)}::text[]) and e.deleted_by is null)`;

/**
 * Assets below a parent show its domains or teams, unless they have their own. Counters count those of each, but for roots, whose counters contain
 * all that lies below. What lies in nothing has its own groups or none.
 */
const INHERITING = (subjects: string, roots: string): string => `
    select p.groups, case when p.parent is null
        then (select count(*) from entity m where m.parent = p.node and m.type = any(${subjects}) and m.deleted_by is null)
        else (select coalesce(sum(k.n), 0) from counter k
               where k.type = any(${subjects}) and k.parent = p.node and not k.deleted) end as n
      from place p
    union all
    select change.groups, change.n
      from own o join entity m on m.node = o.node and m.type = any(${subjects}) and m.deleted_by is null
      left join place p on p.node = m.parent, lateral (values (o.groups, 1), (p.groups, -1)) change (groups, n)
     where change.n > 0 or m.parent is not null
    union all
    select null, count(*) from entity m
     where m.type = any(${roots}) and m.deleted_by is null and not exists (select from own o where o.node = m.node)`;

const ASSETS_BY_SERVICE = (subjects: string, services: string, roots: string): string => `
    select array[s.node] as groups, (
      select coalesce(sum(k.n), 0) from counter k
       where k.type = any(${subjects}) and k.parent = s.node and not k.deleted) as n
      from entity s where s.type = any(${services}) and s.deleted_by is null
    union all
    select array[null]::bigint[], count(*) from entity m where m.type = any(${roots}) and m.deleted_by is null`;

/** Few assets have a tier: the others are the rest of all. */
const ASSETS_BY_TIER = (subjects: string): string => `
    select o.groups, 1 as n from own o join entity m on m.node = o.node and m.type = any(${subjects}) and m.deleted_by is null
    union all
    select null, (select coalesce(sum(k.n), 0) from counter k where k.type = any(${subjects}) and k.parent = 0 and not k.deleted)
      - (select count(*) from own o join entity m on m.node = o.node and m.type = any(${subjects}) and m.deleted_by is null)`;

/**
 * SQL of `groups` and `n`: how many assets are in these groups. Of who sees all, counters are added up; for others the assets are counted that
 * they see. The statement begins with what the grouping needs, and {@link ASSETS}.
 */
export function assetsBy(by: GroupedBy, bind: Bind, sight: VisibleSql | undefined): string {
  const { joins, sql } = GROUPS[by];
  if (sight) return `select ${sql} as groups, 1 as n from m ${joins} where ${sight.many()}`;
  const { subjects, services, roots } = typesOf();
  const types = `${bind(subjects)}::text[]`;
  if (by === 'tier') return ASSETS_BY_TIER(types);
  return by === 'service'
    ? ASSETS_BY_SERVICE(types, `${bind(services)}::text[]`, `${bind(roots)}::text[]`)
    : INHERITING(types, `${bind(roots)}::text[]`);
}
