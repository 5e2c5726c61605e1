-- Whatever makes an asset that events have named before, by its name or another one, tells so when it commits.
create or replace function openlineage_arrival() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows n join openlineage_name w on w.wanted = md5(n.fqn)::uuid and w.node is null union all
select 1 from new_rows n join openlineage_alias a on a.wanted = md5(n.fqn)::uuid
  join openlineage_name w on w.key = a.dataset and w.node is null) then
    perform pg_notify('openlineage_arrival', '');
  end if;
  return null;
end $$;

create or replace trigger openlineage_arrival after insert on entity
  referencing new table as new_rows for each statement execute function openlineage_arrival();
