-- Derives the transitions of live contracts from their results, each from the first to the last of some timestamps between which verdicts have changed.
-- Beyond these only the next verdict may become one, or stop being one. Parallel arrays.
create or replace function derive_transitions(contracts bigint[], firsts bigint[], lasts bigint[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare transitions verdict_transition[];
begin
  lasts := array(
    select coalesce((
        select min(n.at) from unnest(array['Success', 'Failed', 'PartialSuccess']) v (verdict) cross join lateral (
          select r.timestamp as at from contract_result r
           where r.contract = p.contract and r.status = v.verdict and r.timestamp > p.last order by r.timestamp limit 1) n), p.last)
      from unnest(contracts, firsts, lasts) with ordinality p (contract, first, last, n) order by p.n);

  transitions := array(
    select row(j.contract, j.at, j.passes, j.passed is null, j.root)::verdict_transition
      from (select p.contract, p.root, r.timestamp as at, r.status = 'Success' as passes,
                   lag(r.status = 'Success', 1, p.passed) over (partition by p.contract order by r.timestamp) as passed
              from (select p.*, coalesce(a.root, a.node) as root, (
                           select n.status = 'Success' from unnest(array['Success', 'Failed', 'PartialSuccess']) v (verdict) cross join lateral (
                             select r.timestamp, r.status from contract_result r
                              where r.contract = p.contract and r.status = v.verdict and r.timestamp < p.first order by r.timestamp desc limit 1) n
                            order by n.timestamp desc limit 1) as passed
                      from unnest(contracts, firsts, lasts) p (contract, first, last)
                      join contract c on c.node = p.contract and c.live join entity a on a.node = c.asset) p
              join contract_result r on r.contract = p.contract and r.timestamp between p.first and p.last
               and r.status in ('Success', 'Failed', 'PartialSuccess')) j
     where j.passes is distinct from j.passed);

  delete from verdict_transition t using unnest(contracts, firsts, lasts) p (contract, first, last)
   where t.contract = p.contract and t.at between p.first and p.last and not exists (
         select from unnest(transitions) n
          where (n.contract, n.at, n.passes, n.is_first, n.root) = (t.contract, t.at, t.passes, t.is_first, t.root));
  insert into verdict_transition select n.* from unnest(transitions) n on conflict (contract, at) do nothing;
end $$;
