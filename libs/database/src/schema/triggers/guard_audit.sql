-- The audit is append-only: only what is pruned goes, and says so in its transaction.
create or replace function guard_audit() returns trigger language plpgsql as $$
begin
  if current_setting('catalog.audit_pruning', true) = 'on' then
    if tg_table_name = 'audit_record' and tg_op = 'DELETE' then return old; end if;
    if tg_table_name = 'audit_block' and tg_op = 'UPDATE' then
      if old.pruned_at is null and new.pruned_at is not null
         and to_jsonb(old) - 'pruned_at' = to_jsonb(new) - 'pruned_at' then return new; end if;
    end if;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_record_kept before update or delete on audit_record
  for each row execute function guard_audit();

create or replace trigger audit_record_whole before truncate on audit_record
  for each statement execute function guard_audit();

create or replace trigger audit_block_kept before update or delete on audit_block
  for each row execute function guard_audit();

create or replace trigger audit_block_whole before truncate on audit_block
  for each statement execute function guard_audit();
