-- Ends runs from outside: a request cancels them, access ends, nobody is there to run them. Those that have ended stay as they are. The worker
-- of one that is Running hears of it by the notification of the change, and cancels what goes on in the source.
create or replace function end_data_runs(ids uuid[], why text, sentence text) returns setof uuid language sql as $$
  update data_run
     set status = 'Aborted', reason = why, message = sentence, sealed = null, lease_until = null,
         ended_at = floor(extract(epoch from clock_timestamp()) * 1000)::bigint
   where id = any(ids) and status in ('Queued', 'Running')
  returning id
$$;
