-- A domain, data product or tag that is deleted for good takes its policy along: by which policies contracts were governed before is recorded.
create or replace function record_scope_removal() returns trigger language plpgsql as $$
begin
  perform record_policy_moves(scoped_nodes(old.node), true, 'scope');
  return old;
end $$;

create or replace trigger record_scope_removal before delete on entity for each row
  when (old.type in ('domain', 'dataProduct', 'tag')) execute function record_scope_removal();
