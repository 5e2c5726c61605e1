-- When a contract is looked at for a notice that comes with time alone. A row lasts as long as there may be one. Times in epoch ms.
create table contract_notice_due (
  contract bigint not null references entity (node) on delete cascade,
  -- Type of the notice.
  type text not null,
  -- Nothing is due before, as far as was known at the last look.
  due_at bigint not null,
  -- A refresh of the asset that becomes known may bring something before.
  hangs_on_refresh boolean not null default false,
  primary key (contract, type)
) with (fillfactor = 75);

create index contract_notice_due_at on contract_notice_due (due_at);
