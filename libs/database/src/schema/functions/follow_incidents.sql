-- Lets incidents of contracts follow the results that one statement has added or removed: its parallel arrays are those of summarise_results.
-- What is removed and added alike has not changed.
create or replace function follow_incidents(contracts bigint[], changes contract_result_count[], timestamps bigint[]) returns void
  language plpgsql as $$
begin
  perform follow_incident(v.contract, coalesce(v.ats, '{}'), coalesce(v.statuses, '{}'), v.has_removed)
     from (
      select s.contract, array_agg(s.at order by s.at) filter (where s.n > 0) as ats,
             array_agg(s.status order by s.at) filter (where s.n > 0) as statuses, bool_or(s.n < 0) as has_removed
        from (select s.contract, s.unnest as at, s.status, sum(s.n) as n
                from unnest(changes, timestamps) s (contract, hour, status, n)
               where s.contract = any(contracts) and s.status in ('Success', 'PartialSuccess', 'Failed')
               group by 1, 2, 3 having sum(s.n) <> 0) s
       group by s.contract order by s.contract) v;
end $$;
