-- Whether a caller may view an entity and everything above it, for callers from whom rules hide something: what lies below something that
-- is hidden is hidden as well.
--
-- sight.rules: type → [mine, unowned, others]: whether an entity of the type is viewable where the caller owns it, nobody does, somebody
-- else does; types without a rule are viewable. sight.owners: the ids under which the caller owns. sight.parts: types of entities that are
-- a part of the one above them (contracts, test cases); sight.closed: types of which the caller may view none, and so no part either.
--
-- Owners are inherited, so verdicts wait on the way up until some are found; without any, the entity is unowned.
create or replace function sees(of_node bigint, sight jsonb) returns boolean language plpgsql stable as $$
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
