import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is told of which events, and what is to be sent or was. */
export class EventSubscriptions1700000002900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUBSCRIPTION);
    await runner.query(DELIVERY);
    await runner.query(ALERT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table event_alert, event_delivery, event_subscription`);
  }
}

// owner: the node of the user on whose behalf events are read. document: what was asked for, without what is secret; sealed: address and
// secrets, encrypted. position: events up to there have their deliveries. Times in epoch ms: plan_at, the next look at events; scan_at, the
// next one at states that come with time alone; retry_at, while the destination fails, the next try. A worker holds a subscription until
// lease_until; fence counts the holders, so that one that was held up changes nothing any more.
const SUBSCRIPTION = `
  create table event_subscription (
    id uuid primary key,
    owner bigint not null references entity (node) on delete cascade,
    name text collate "C" not null,
    document jsonb not null,
    sealed bytea not null,
    enabled boolean not null,
    disabled_reason text,
    created_at bigint not null,
    updated_at bigint not null,
    updated_by text not null,
    may_administrate boolean not null,
    muted_from bigint,
    muted_until bigint,
    position bigint not null,
    plan_at bigint not null,
    scan_at bigint,
    failures integer not null default 0,
    failing_since bigint,
    last_error text,
    retry_at bigint not null default 0,
    lease_until bigint not null default 0,
    fence bigint not null default 0
  ) with (fillfactor = 50);
  create unique index event_subscription_name on event_subscription (owner, name);
  create index event_subscription_list on event_subscription (name, id);
`;

// seq: the order in which messages are made; those with the same order_key go out one after the other. notices: what is told. first_at: of
// the first try, next_at: of the next one after a failure.
const DELIVERY = `
  create table event_delivery (
    seq bigint generated always as identity primary key,
    id uuid not null,
    subscription uuid not null references event_subscription (id) on delete cascade,
    order_key text not null,
    notices jsonb not null,
    state text not null check (state in ('pending', 'delivered', 'dead', 'discarded')),
    created_at bigint not null,
    attempts integer not null default 0,
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
`;

// What was told of states that come with time alone: once for each mark.
const ALERT = `
  create table event_alert (
    subscription uuid not null references event_subscription (id) on delete cascade,
    kind text not null,
    entity uuid not null,
    mark text not null,
    primary key (subscription, kind, entity)
  );
`;
