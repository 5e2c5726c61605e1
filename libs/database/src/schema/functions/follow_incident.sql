-- What verdicts of one contract, which one statement has added, do to its incidents: they open one, count for the open one, resolve it. As if
-- those that are newer than all others had come one by one in the order of time, and the older ones before them at once. Called behind the
-- lock of the contract, with the statuses in the order of their timestamps. has_removed: others were deleted; that alone counts again, and
-- resolves nothing.
--
-- Opening goes by arrival: a failing verdict newer than all others of a contract in force. What an open incident counts is the function of the
-- verdicts in the order of time.
create or replace function follow_incident(of_contract bigint, ats bigint[], statuses text[], has_removed boolean)
  returns void language plpgsql as $$
declare
  i contract_incident;
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  -- The newest verdict beside those that were added.
  newest bigint;
  rules jsonb;
  is_looked_up boolean := false;
  said jsonb;
  goal integer;
begin
  perform end_past_incidents(array[of_contract]);
  select * into i from contract_incident o where o.contract = of_contract and o.status <> 'Resolved';
  select max(v.at) into newest
    from (values ('Success'), ('PartialSuccess'), ('Failed')) s (status)
    cross join lateral (
      select r.timestamp as at from contract_result r
       where r.contract = of_contract and r.status = s.status and not r.timestamp = any(ats)
       order by r.timestamp desc limit 1) v;

  if i.id is not null and (has_removed or ats[1] < newest) then
    i := count_incident(i, newest);
    goal := i.rules ->> 'closeAfterRuns';
    if ats[1] < newest and goal > 0 and i.good_runs >= goal then i := recover_incident(i); end if;
    perform keep_incident(i);
    if i.status = 'Resolved' then i := null; end if;
  end if;

  for n in 1 .. coalesce(cardinality(ats), 0) loop
    continue when ats[n] < newest;
    select jsonb_strip_nulls(jsonb_build_object('timestamp', r.timestamp, 'status', r.status, 'message', result_message(r.body, r.details))) into said
      from contract_result r where r.contract = of_contract and r.timestamp = ats[n];
    if i.id is null then
      continue when statuses[n] = 'Success';
      -- The same result again, after its incident was resolved.
      continue when exists (
        select from (select l.last_result from contract_incident l where l.contract = of_contract order by l.place desc limit 1) l
         where (l.last_result -> 'timestamp')::bigint = ats[n] and l.last_result ->> 'status' = statuses[n]);
      if not is_looked_up then
        is_looked_up := true;
        select incident_rules(c.node) into rules from contract c
         where c.node = of_contract and c.live and c.status in ('Active', 'Approved')
           and coalesce(c.effective_from <= now_ms, true) and coalesce(c.effective_until > now_ms, true);
      end if;
      exit when (rules -> 'open')::boolean is not true;
      i := open_incident(of_contract, ats[n], rules);
      i.first_result := said;
    end if;
    i.last_result := said;
    if statuses[n] <> 'Success' then
      i.good_runs := 0;
      if ats[n] >= i.opened_at then i.failures := i.failures + 1; end if;
    elsif ats[n] >= i.opened_at then
      i.good_runs := i.good_runs + 1;
    end if;
    goal := i.rules ->> 'closeAfterRuns';
    if goal > 0 and i.good_runs >= goal and statuses[n] = 'Success' then
      perform keep_incident(recover_incident(i));
      i := null;
    end if;
  end loop;
  if i.id is not null then perform keep_incident(i); end if;
end $$;
