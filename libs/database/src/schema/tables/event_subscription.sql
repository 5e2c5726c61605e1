-- Subscriptions: who is notified of which events. Times in epoch ms.
create table event_subscription (
  id uuid primary key,
  -- The user on whose behalf events are read.
  owner bigint not null references entity (node) on delete cascade,
  name text collate "C" not null,
  -- What was asked for, without what is secret.
  document jsonb not null,
  -- Address and secrets, encrypted.
  sealed bytea not null,
  enabled boolean not null,
  disabled_reason text,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text not null,
  may_administrate boolean not null,
  muted_from bigint,
  muted_until bigint,
  -- Events up to there have their deliveries.
  position bigint not null,
  -- The next look at events.
  plan_at bigint not null,
  failures integer not null default 0,
  failing_since bigint,
  last_error text,
  -- While the destination fails, the next try.
  retry_at bigint not null default 0,
  -- Until then a worker holds the subscription; fence counts the holders, so that one that was held up changes nothing any more.
  lease_until bigint not null default 0,
  fence bigint not null default 0,
  -- Of what time alone brings: contracts up to this one have been looked at since it began to ask; null: all, or it does not ask.
  walk_node bigint,
  -- Verdicts of change events up to there are not sent: it was made behind them.
  starts_behind bigint not null default 0
) with (fillfactor = 50);

create unique index event_subscription_name on event_subscription (owner, name);
create index event_subscription_list on event_subscription (name, id);
create index event_subscription_walk on event_subscription (walk_node) where walk_node is not null;
