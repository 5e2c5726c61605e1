-- Notes which verdicts one statement has added or removed, for the incidents of their contracts. Its parallel arrays are those of summarise_results.
-- What is removed and added alike has not changed. Nothing is noted of a contract without an open incident and without earlier input, unless a
-- failing verdict, newer than all others, may open one: the contract is in force, and its policy says so.
--
-- The policy is looked up where a verdict may open an incident: none is open, or the input may resolve the one that is.
create or replace function note_verdicts(contracts bigint[], changes contract_result_count[], timestamps bigint[]) returns void
  language plpgsql as $$
declare now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  insert into incident_input (contract, at, ended_at, added, removed, newest, rules)
  select c.node, now_ms, case when c.status <> 'Draft' and c.effective_until <= now_ms then c.effective_until end,
         coalesce(s.added, '[]'), coalesce(s.removed, '[]'), n.newest, p.rules
    from (
      select g.contract, array_agg(g.at) filter (where g.n > 0) as ats, max(g.at) filter (where g.n > 0 and g.status <> 'Success') as failing,
             jsonb_agg(jsonb_strip_nulls(jsonb_build_object('timestamp', g.at, 'status', g.status, 'message', result_message(r.body, r.details)))
                       order by g.at) filter (where g.n > 0) as added,
             jsonb_agg(jsonb_build_object('timestamp', g.at, 'status', g.status) order by g.at) filter (where g.n < 0) as removed
        from (select u.contract, u.unnest as at, u.status, sum(u.n) as n
                from unnest(changes, timestamps) u (contract, hour, status, n)
               where u.contract = any(contracts) and u.status in ('Success', 'PartialSuccess', 'Failed')
               group by 1, 2, 3 having sum(u.n) <> 0) g
        left join contract_result r on r.contract = g.contract and r.timestamp = g.at and g.n > 0
       group by g.contract) s
    join contract c on c.node = s.contract
   cross join lateral (
      select exists (select from contract_incident i where i.contract = c.node and i.status <> 'Resolved') as is_open,
             exists (select from incident_input w where w.contract = c.node) as is_behind) k
   cross join lateral (
      select max(v.at) as newest
        from (values ('Success'), ('PartialSuccess'), ('Failed')) x (status)
       cross join lateral (
          select r.timestamp as at from contract_result r
           where r.contract = c.node and r.status = x.status and not r.timestamp = any(coalesce(s.ats, '{}'))
           order by r.timestamp desc limit 1) v) n
    left join lateral (
      select incident_rules(c.node) as rules
       where s.failing > coalesce(n.newest, -1) and (not k.is_open or k.is_behind or cardinality(s.ats) > 1)
         and c.live and c.status in ('Active', 'Approved')
         and coalesce(c.effective_from <= now_ms, true) and coalesce(c.effective_until > now_ms, true)) l on true
   cross join lateral (select case when l.rules -> 'open' = 'true' then l.rules end as rules) p
   where k.is_open or k.is_behind or p.rules is not null
   order by c.node;
end $$;
