-- Keeps search_total. Of no rows nothing is written. PL/pgSQL plans a statement when it is first run, so a branch may name what its trigger
-- does not have.
create or replace function search_totals() returns trigger language plpgsql as $$
declare more bigint[] := array_fill(0, array[16]); gone bigint[];
begin
  if tg_op = 'TRUNCATE' then
    delete from search_total;
    return null;
  end if;
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
  elsif not exists (select from new_rows) then return null; end if;
  if tg_op <> 'DELETE' then
    more := (
      select array[
               count(*) filter (where tokens[1] > 0), coalesce(sum(tokens[1]), 0),
               count(*) filter (where tokens[2] > 0), coalesce(sum(tokens[2]), 0),
               count(*) filter (where tokens[3] > 0), coalesce(sum(tokens[3]), 0),
               count(*) filter (where tokens[4] > 0), coalesce(sum(tokens[4]), 0),
               count(*) filter (where tokens[5] > 0), coalesce(sum(tokens[5]), 0),
               count(*) filter (where tokens[6] > 0), coalesce(sum(tokens[6]), 0),
               count(*) filter (where tokens[7] > 0), coalesce(sum(tokens[7]), 0),
               count(*) filter (where tokens[8] > 0), coalesce(sum(tokens[8]), 0)]::bigint[] from new_rows);
  end if;
  if tg_op <> 'INSERT' then
    gone := (
      select array[
               count(*) filter (where tokens[1] > 0), coalesce(sum(tokens[1]), 0),
               count(*) filter (where tokens[2] > 0), coalesce(sum(tokens[2]), 0),
               count(*) filter (where tokens[3] > 0), coalesce(sum(tokens[3]), 0),
               count(*) filter (where tokens[4] > 0), coalesce(sum(tokens[4]), 0),
               count(*) filter (where tokens[5] > 0), coalesce(sum(tokens[5]), 0),
               count(*) filter (where tokens[6] > 0), coalesce(sum(tokens[6]), 0),
               count(*) filter (where tokens[7] > 0), coalesce(sum(tokens[7]), 0),
               count(*) filter (where tokens[8] > 0), coalesce(sum(tokens[8]), 0)]::bigint[] from old_rows);
    for i in 1..cardinality(gone) loop more[i] := more[i] - gone[i]; end loop;
  end if;
  perform search_totals_add(more);
  return null;
end $$;

create or replace trigger search_totals_insert after insert on search_row
  referencing new table as new_rows for each statement execute function search_totals();

create or replace trigger search_totals_update after update on search_row
  referencing old table as old_rows new table as new_rows for each statement execute function search_totals();

create or replace trigger search_totals_delete after delete on search_row
  referencing old table as old_rows for each statement execute function search_totals();

create or replace trigger search_totals_truncate after truncate on search_row
  for each statement execute function search_totals();
