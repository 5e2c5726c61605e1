-- `sees` for an entity that is there no more, by the line that `contract_as_it_was` has kept of it: with the owners of then, and the rights of now.
create or replace function sees_line(line json, sight jsonb) returns boolean language plpgsql immutable as $$
declare
  place record;
  below text;
  rule jsonb;
  waits boolean := false;
  is_mine boolean;
  if_mine boolean := true;
  if_unowned boolean := true;
  if_others boolean := true;
begin
  for place in select o ->> 'type' as kind, o -> 'owners' as owners from jsonb_array_elements(line::jsonb) o loop
    if below is not null and sight -> 'closed' ? place.kind and sight -> 'parts' ? below then
      return false;
    end if;
    rule := sight -> 'rules' -> place.kind;
    if rule is not null then
      waits := true;
      if_mine := if_mine and (rule -> 0)::boolean;
      if_unowned := if_unowned and (rule -> 1)::boolean;
      if_others := if_others and (rule -> 2)::boolean;
    end if;
    if waits and jsonb_typeof(place.owners) = 'array' then
      is_mine := exists (select from jsonb_array_elements_text(place.owners) w (id) where sight -> 'owners' ? w.id);
      if not (case when is_mine then if_mine else if_others end) then
        return false;
      end if;
      waits := false;
      if_mine := true;
      if_unowned := true;
      if_others := true;
    end if;
    below := place.kind;
  end loop;
  return if_unowned;
end $$;
