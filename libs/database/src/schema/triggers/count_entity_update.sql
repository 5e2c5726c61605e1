-- Counts of entities by type, parent or root (0: of all) and liveness (table counter).
create or replace function count_entity_update() returns trigger language plpgsql as $$
begin
  insert into counter as c (type, parent, deleted, slot, n)
  select type, p, deleted_by is not null, pg_backend_pid() % 32, sum(k)
    from (select *, 1 k from new_rows union all select *, -1 k from old_rows) changes,
         unnest(case when parent is null then array[0] when parent = root then array[0, parent]
                     else array[0, parent, root] end) p
   group by 1, 2, 3 having sum(k) <> 0 order by 1, 2, 3
  on conflict (type, parent, deleted, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger entity_count_update after update on entity
  referencing old table as old_rows new table as new_rows for each statement execute function count_entity_update();
