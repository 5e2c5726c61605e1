-- Notifications of states that come with time alone: once for each mark.
create table event_alert (
  subscription uuid not null references event_subscription (id) on delete cascade,
  kind text not null,
  entity uuid not null,
  mark text not null,
  primary key (subscription, kind, entity)
);
