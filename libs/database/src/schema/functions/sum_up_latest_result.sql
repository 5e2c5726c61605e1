-- What a contract's row says of its newest results, looked up among all of them. Writers lock the contract's row before they touch its
-- results (for no key update), so that they come one after the other and never in a circle; the lock here is for those that did not. Each
-- statement sees what was committed while the one before it waited for the lock: the newest result is the newest of all writers.
create or replace function sum_up_latest_result(contracts bigint[]) returns void language plpgsql as $$
begin
  perform from contract where node = any(contracts) order by node for no key update;
  update contract c set latest_result = n.latest, ended_status = n.ended_status, ended_at = n.ended_at
    from (select o.node, l.latest, e.status as ended_status, e.timestamp as ended_at
            from contract o
            left join lateral (
              select jsonb_strip_nulls(jsonb_build_object(
                       'timestamp', timestamp, 'status', status, 'message', body -> 'result', 'resultId', id)) as latest
                from contract_result r
               where r.contract = o.node order by timestamp desc limit 1) l on true
            left join lateral (
              select status, timestamp from contract_result r
               where r.contract = o.node and status not in ('Queued', 'Running') order by timestamp desc limit 1) e on true
           where o.node = any(contracts)) n
   where c.node = n.node
     and (c.latest_result, c.ended_status, c.ended_at) is distinct from (n.latest, n.ended_status, n.ended_at);
end $$;
