-- Records by which policies binding contracts are governed, before something changes that: those of these assets, or of all below them (deep), and
-- these contracts themselves. Only the first state of a transaction counts, since the others were never committed. A contract that is deleted
-- softly is among them: it may come back.
create or replace function record_policy_moves(nodes bigint[], deep boolean, why text) returns void language plpgsql volatile as $$
declare
  now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  if not exists (select from contract_policy where change ->> 'mode' <> 'open') then return; end if;
  insert into contract_policy_move as m (contract, transaction, moved_at, because, policies)
  with recursive below (node) as (
    select n from unnest(nodes) n union
    select e.node from below b join entity e on e.parent = b.node where deep),
  bound as (
    select c.node from below b join contract c on c.asset = b.node union
    select c.node from below b join contract c on c.node = b.node)
  select c.node, pg_current_xact_id(), now_ms, why, g.policies
    from bound b join contract c on c.node = b.node join entity e on e.node = c.node
    cross join lateral (
      select jsonb_agg(jsonb_build_object('level', s.level, 'distance', s.distance, 'scope', p.scope, 'change', p.change,
                                          'managed', p.change_managed)) as policies,
             bool_or(p.change ->> 'mode' <> 'open') as governs
        from policies_of_contract(c.node) s join contract_policy p on p.id = s.policy where p.change is not null) g
   where c.status in ('Active', 'Approved', 'Deprecated') and coalesce(c.effective_until > now_ms, true) and g.governs
  -- A database that was restored may have the number of this transaction from one of before.
  on conflict (contract, transaction) do update set moved_at = excluded.moved_at, because = excluded.because, policies = excluded.policies, until = null
   where m.moved_at < floor(extract(epoch from transaction_timestamp()) * 1000);
end
$$;
