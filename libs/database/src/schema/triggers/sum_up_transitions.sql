-- What transitions change of the numbers of contracts that pass and that fail (verdict_sum).
create or replace function sum_up_transitions() returns trigger language plpgsql as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into verdict_delta (root, quarter, passing, failing)
  select * from (
    select r.root, q.quarter, sum(sign * (t.passes::int - (not t.passes and not t.is_first)::int)) as passing,
           sum(sign * ((not t.passes)::int - (t.passes and not t.is_first)::int)) as failing
      from changed_rows t, unnest(array[0, t.root]) r (root), unnest(array[-1, floor(t.at / 900000.0)::bigint]) q (quarter)
     group by 1, 2) s
   where (s.passing, s.failing) <> (0, 0);
  return null;
end $$;

create or replace trigger sum_up_transitions_insert after insert on verdict_transition
  referencing new table as changed_rows for each statement execute function sum_up_transitions();

create or replace trigger sum_up_transitions_delete after delete on verdict_transition
  referencing old table as changed_rows for each statement execute function sum_up_transitions();
