import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a caller may view an entity and everything above it, for callers from whom rules hide something.
 *
 * sight.rules: type → [mine, unowned, others]: whether an entity of the type is viewable where the caller owns it, nobody does, somebody
 * else does; types without a rule are viewable. sight.owners: the ids under which the caller owns. sight.parts: types of entities that are
 * a part of the one above them (contracts, test cases); sight.closed: types of which the caller may view none, and so no part either.
 *
 * Owners are inherited, so verdicts wait on the way up until some are found; without any, the entity is unowned.
 */
const SEES = `
  create function sees(of_node bigint, sight jsonb) returns boolean language plpgsql stable as $$
  declare
    at_node bigint := of_node;
    up bigint;
    kind text;
    below text;
    rule jsonb;
    waits boolean := false;
    is_mine boolean;
    if_mine boolean := true;
    if_unowned boolean := true;
    if_others boolean := true;
  begin
    while at_node is not null loop
      select e.parent, e.type into up, kind from entity e where e.node = at_node;
      if below is not null and sight -> 'closed' ? kind and sight -> 'parts' ? below then
        return false;
      end if;
      rule := sight -> 'rules' -> kind;
      if rule is not null then
        waits := true;
        if_mine := if_mine and (rule -> 0)::boolean;
        if_unowned := if_unowned and (rule -> 1)::boolean;
        if_others := if_others and (rule -> 2)::boolean;
        if not (if_mine or if_unowned or if_others) then
          return false;
        end if;
      end if;
      if waits then
        select bool_or(sight -> 'owners' ? o.id::text) into is_mine
          from entity_reference r join entity o on o.node = r.to_node
         where r.from_node = at_node and r.relation = 'owners';
        if is_mine is not null then
          if not (case when is_mine then if_mine else if_others end) then
            return false;
          end if;
          waits := false;
          if_mine := true;
          if_unowned := true;
          if_others := true;
        end if;
      end if;
      below := kind;
      at_node := up;
    end loop;
    return if_unowned;
  end $$;
`;

/**
 * As `sees`, for many entities at once: where entities of some types are viewable. Each line above them is walked once.
 *
 * parents: of the entities; those without one are given as null. own: whether the caller owns an entity itself (mine), somebody else does
 * (others), or its owners are those of what lies above it (inherited). A row is a combination that may be viewed; parent 0: none.
 * An owner decides for the entity and for all below it that have none: 0 mine, 1 unowned, 2 others, as in sight.rules.
 */
const SEEN_PLACES = `
  create function seen_places(of_types text[], parents bigint[], sight jsonb)
      returns table (type text, parent bigint, own text) language sql stable rows 1000 as $$
      with recursive up (node) as (
        select distinct p.node from unnest(parents) p(node) where p.node is not null
        union
        select e.parent from up u join entity e on e.node = u.node where e.parent is not null
      ), line as materialized (
        select e.node, e.parent, e.type,
               (select case when bool_or(sight -> 'owners' ? o.id::text) then 0 else 2 end
                  from entity_reference r join entity o on o.node = r.to_node
                 where r.from_node = e.node and r.relation = 'owners' having count(*) > 0) as owned
          from up u join entity e on e.node = u.node
      ), seen (node, type, owned) as (
        select 0::bigint, null, 1
        union all
        select l.node, l.type, coalesce(l.owned, s.owned)
          from seen s join line l on coalesce(l.parent, 0) = s.node
         where coalesce((sight -> 'rules' -> l.type -> coalesce(l.owned, s.owned))::boolean, true)
           and not coalesce(sight -> 'closed' ? s.type and sight -> 'parts' ? l.type, false)
      )
      select t.type, s.node, o.own
        from seen s, unnest(of_types) t(type), (values ('mine', 0), ('others', 2), ('inherited', null)) o(own, owned)
       where coalesce((sight -> 'rules' -> t.type -> coalesce(o.owned, s.owned))::boolean, true)
         and not coalesce(sight -> 'closed' ? s.type and sight -> 'parts' ? t.type, false)
  $$;
`;

/** What lies below something that is hidden is hidden as well. */
export class Sees1700000002700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEES);
    await runner.query(SEEN_PLACES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function seen_places(text[], bigint[], jsonb)`);
    await runner.query(`drop function sees(bigint, jsonb)`);
  }
}
