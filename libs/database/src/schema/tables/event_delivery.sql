-- Messages of subscriptions that are to be sent, or were. Times in epoch ms.
create table event_delivery (
  -- The order in which messages are made; those with the same order_key go out one after the other.
  seq bigint generated always as identity primary key,
  id uuid not null,
  subscription uuid not null references event_subscription (id) on delete cascade,
  order_key text not null,
  notices jsonb not null,
  state text not null check (state in ('pending', 'delivered', 'dead', 'discarded')),
  created_at bigint not null,
  attempts integer not null default 0,
  -- Of the first try, and of the next one after a failure.
  first_at bigint,
  last_at bigint,
  next_at bigint,
  status_code integer,
  error text,
  took_ms integer
);

create unique index event_delivery_id on event_delivery (id);
create index event_delivery_log on event_delivery (subscription, seq);
create index event_delivery_pending on event_delivery (subscription, seq) where state = 'pending';
create index event_delivery_retried on event_delivery (subscription, next_at) where state = 'pending' and next_at is not null;
create index event_delivery_ended on event_delivery (created_at) where state <> 'pending';
