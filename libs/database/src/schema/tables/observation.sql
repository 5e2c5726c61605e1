-- Observations of assets, by which contracts are validated. Times in epoch ms.
create table observation (
  asset bigint not null references entity (node) on delete cascade,
  kind text not null check (kind in ('refresh', 'arrival', 'availability')),
  timestamp bigint not null,
  source text not null default '',
  data_timestamp bigint,
  available boolean,
  -- The end of the newest day, where the data has days: it begins at the timestamp of a refresh, or at data_timestamp.
  data_until bigint,
  primary key (asset, kind, timestamp, source)
);

-- Observations that follow from other evidence go and come with it; those that were pushed have other sources.
create index observation_derived on observation (asset, source) where source like 'catalog:%';
