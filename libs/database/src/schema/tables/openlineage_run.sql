-- A run, or a job by itself where a JobEvent tells of it. A stamp is the time of an event and its key: the larger one wins.
create table openlineage_run (
  key uuid primary key,
  stamp text collate "C" not null,
  job uuid,
  parent uuid,
  parent_stamp text collate "C",
  sql text,
  sql_stamp text collate "C",
  nominal bigint,
  nominal_stamp text collate "C",
  completed bigint[] not null default '{}',
  touched_at timestamptz not null default now(),
  -- Of the newest event of the run that says itself which output is made of which input; the run then has these edges alone. Otherwise each
  -- input leads to each output.
  explicit_stamp text collate "C"
);

create index openlineage_run_touched on openlineage_run (touched_at);
