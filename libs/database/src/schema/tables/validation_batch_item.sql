-- An item outlives its contract.
create table validation_batch_item (
  batch uuid not null references validation_batch (id) on delete cascade,
  position integer not null,
  contract bigint not null,
  contract_id uuid not null,
  result_id uuid,
  -- The run was made for this batch, rather than joined.
  own boolean not null default false,
  -- Follows the run's.
  status text not null default 'Queued',
  primary key (batch, position)
);

create index validation_batch_item_run on validation_batch_item (result_id) where result_id is not null;
create index validation_batch_item_status on validation_batch_item (batch, status);
