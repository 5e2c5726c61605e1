-- Workers that serve the lane `data`, as long as they say that they do.
create table data_worker (
  worker text primary key,
  -- FQNs of the services that it reads; null: all.
  services text[],
  seen_at timestamptz not null default clock_timestamp()
);
