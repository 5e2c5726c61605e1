-- Notices of contracts that a subscription has not looked at, and those that stay known to have been sent (contract_notice.until). A row goes once its
-- message is made, or with its notice; no lock of the subscription is taken, since it is added by writes of contracts.
create table event_notice (
  seq bigint generated always as identity primary key,
  subscription uuid not null,
  notice uuid not null references contract_notice (id) on delete cascade,
  -- Epoch ms.
  created_at bigint not null,
  -- Its message is made.
  taken boolean not null default false
);

create unique index event_notice_once on event_notice (subscription, notice);
create index event_notice_of_notice on event_notice (notice);
create index event_notice_waiting on event_notice (subscription, seq) where not taken;
