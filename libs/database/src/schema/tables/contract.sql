-- The hot columns beside a contract's entity row. What follows from results changes in their transaction. A row stays where it is while the
-- latest result has the same status: no index rests on latest_result, and pages have room.
create table contract (
  node bigint primary key references entity (node) on delete cascade,
  asset bigint not null references entity (node) on delete cascade,
  status text not null,
  -- False while the contract is soft-deleted.
  live boolean not null,
  latest_result jsonb,
  retention text,
  latest_status text generated always as (latest_result ->> 'status') stored,
  -- Of the newest result that has ended.
  ended_status text,
  ended_at bigint,
  -- Status of the newest result that says whether the contract is met; what was aborted does not.
  verdict text,
  -- Timestamp of the first of the results since when it is met, or fails, without one between them that says the other.
  verdict_since bigint,
  -- The status before that one.
  verdict_before text,
  -- From when until when the contract is in force, in epoch ms; null where the document does not say.
  effective_from bigint,
  effective_until bigint,
  -- When a crawl deleted it with its table, in epoch ms; null once it is back. Its incident stays open meanwhile.
  gone_at bigint
) with (fillfactor = 75);

create unique index contract_live_asset on contract (asset) where live;
create index contract_asset on contract (asset);
create index contract_latest_status on contract (latest_status, node);
-- The orders of lists.
create index contract_by_since on contract ((coalesce(verdict_since, 0)), node);
create index contract_by_status on contract (
  (array_position('{Failed,PartialSuccess,Aborted,Running,Queued,Success,None}'::text[], coalesce(latest_status, 'None'))),
  (coalesce(verdict_since, 0)), node);
create index contract_broken on contract (verdict_since, node)
  where (live or gone_at is not null) and verdict in ('Failed', 'PartialSuccess');
-- Of those that are not judged.
create index contract_not_judged on contract (node) where live and ended_status = 'Aborted';
create index contract_recovered on contract (verdict_since, node)
  where live and verdict = 'Success' and verdict_before is not null;
create index contract_unlike_most on contract (latest_status) include (status, effective_from, effective_until)
  where live and latest_status is distinct from 'Success';
-- Of what counts ask about the contracts of incidents.
create index contract_there on contract (node) include (status, effective_until) where live or gone_at is not null;
-- Few contracts are dated, so sums look at those alone.
create index contract_dated on contract (node) where effective_from is not null or effective_until is not null;
-- Few contracts say how long their results are kept.
create index contract_retained on contract (node) where live and retention is not null;
-- Dates that come are found by them alone.
create index contract_effective_from on contract (effective_from, node) where effective_from is not null;
create index contract_effective_until on contract (effective_until, node) where effective_until is not null;
