-- The events as they came, up to 64 KiB each; times in epoch ms.
create table openlineage_event (
  key uuid primary key,
  kind text not null,
  event_type text,
  event_time bigint not null,
  run_id text,
  job_namespace text,
  job_name text,
  received_at bigint not null,
  sender text not null,
  body text not null,
  reduced boolean not null,
  notes jsonb not null
);

create index openlineage_event_time on openlineage_event ((-event_time), key);
create index openlineage_event_received on openlineage_event (received_at);
