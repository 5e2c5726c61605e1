-- New words of the dictionary; gives those that were not there. In one order, so that two writers never wait for each other in a circle. df
-- is not kept here: rows of common words would be locked by every writer.
create or replace function search_add_terms(fields text[], terms text[], wholes boolean[])
  returns table (field text, term text, whole boolean)
  language plpgsql as $$
#variable_conflict use_column
begin
  return query
    insert into search_term as t (field, term, whole)
    select d.field, d.term, d.whole from unnest(fields, terms, wholes) as d (field, term, whole)
     order by d.field collate "C", d.term collate "C", d.whole
    on conflict do nothing
    returning t.field, t.term, t.whole;
end $$;
