-- The evidence of a run that two requests share: the source where either asks for it.
create or replace function wider_evidence(one text, other text) returns text language sql immutable as $$
  select case when 'source' in (one, other) then 'source' when 'auto' in (one, other) then 'auto' else 'stored' end
$$;
