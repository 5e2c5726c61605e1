-- Workers look anew at when the next tick is: a schedule has an earlier one than before. Those that move on to a later tick notify nobody.
create or replace function notify_schedule() returns trigger language plpgsql as $$
begin
  perform pg_notify('schedule', '');
  return null;
end $$;

create or replace trigger notify_schedule_made after insert on schedule for each row
  when (new.next_at is not null)
  execute function notify_schedule();

create or replace trigger notify_schedule_earlier after update on schedule for each row
  when (new.next_at < coalesce(old.next_at, 'infinity'))
  execute function notify_schedule();
