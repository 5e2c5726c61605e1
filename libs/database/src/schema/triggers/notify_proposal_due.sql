-- Workers look anew at when the next proposal is due: one has a deadline, maybe an earlier one, or lacks a consumer who is gone.
create or replace function notify_proposal_due() returns trigger language plpgsql as $$
begin
  perform pg_notify('proposal_due', '');
  return null;
end $$;

create or replace trigger notify_proposal_due_opened after insert on contract_proposal for each row
  when (new.ended_at is null and new.deadline is not null)
  execute function notify_proposal_due();

create or replace trigger notify_proposal_due_changed after update on contract_proposal for each row
  when (new.ended_at is null and new.deadline is not null
        and (new.consumer_gone and not old.consumer_gone or new.deadline is distinct from old.deadline))
  execute function notify_proposal_due();
