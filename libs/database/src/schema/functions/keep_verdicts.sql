-- Since when contracts are met or fail, kept with their results, so that those that broke or recovered are found by index. Few steps in an
-- index, however many results there are.
create or replace function keep_verdicts(contracts bigint[]) returns void language plpgsql as $$
begin
  update contract c set verdict = v.verdict, verdict_since = v.since, verdict_before = v.before
    from (
      select c.node, n.status as verdict, b.status as before,
             (select min(f.timestamp) from contract_result f
               where f.contract = c.node and f.timestamp > coalesce(b.timestamp, -1)
                 and f.status in ('Success', 'PartialSuccess', 'Failed')) as since
        from contract c
        left join lateral (
          select r.timestamp, r.status from contract_result r
           where r.contract = c.node and r.status in ('Success', 'PartialSuccess', 'Failed')
           order by r.timestamp desc limit 1) n on true
        left join lateral (
          select o.timestamp, o.status from (
            (select r.timestamp, r.status from contract_result r
              where r.contract = c.node and r.status in ('Success') and n.status <> 'Success'
              order by r.timestamp desc limit 1)
            union all
            (select r.timestamp, r.status from contract_result r
              where r.contract = c.node and r.status in ('Failed') and n.status = 'Success'
              order by r.timestamp desc limit 1)
            union all
            (select r.timestamp, r.status from contract_result r
              where r.contract = c.node and r.status in ('PartialSuccess') and n.status = 'Success'
              order by r.timestamp desc limit 1)) o
           order by o.timestamp desc limit 1) b on true
       where c.node = any(contracts)) v
   where c.node = v.node and c.node = any(contracts)
     and (c.verdict, c.verdict_since, c.verdict_before) is distinct from (v.verdict, v.since, v.before);
end $$;
