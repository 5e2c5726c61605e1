-- Has the SLA of a contract looked at that is new, restored, moved to another asset, or in force at other times.
create or replace function look_at_sla_contract() returns trigger language plpgsql as $$
begin
  perform look_at_sla_of(array[new.node]);
  return null;
end $$;

create or replace trigger look_at_sla_contract_new after insert on contract for each row execute function look_at_sla_contract();

create or replace trigger look_at_sla_contract after update of live, asset, status, effective_from, effective_until on contract for each row
  when ((old.live, old.asset, old.status, old.effective_from, old.effective_until)
        is distinct from (new.live, new.asset, new.status, new.effective_from, new.effective_until))
  execute function look_at_sla_contract();
