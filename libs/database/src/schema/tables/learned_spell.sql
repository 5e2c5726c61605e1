-- Spells of unusual points of contracts whose policy warns of them. Times in epoch ms.
create table learned_spell (
  contract bigint not null references entity (node) on delete cascade,
  metric text not null check (metric in ('freshness', 'volume')),
  -- Of the first unusual point.
  from_at bigint not null,
  -- Of the first point that was not unusual any more; null: it goes on.
  to_at bigint,
  -- As it was judged when the spell began.
  value double precision not null,
  low double precision,
  high double precision not null,
  score double precision not null,
  primary key (contract, metric, from_at)
);

create unique index learned_spell_open on learned_spell (contract, metric) where to_at is null;
