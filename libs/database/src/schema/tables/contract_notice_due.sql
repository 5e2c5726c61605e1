-- When a contract is looked at for a notice that comes with time alone. A row lasts as long as there may be one. Times in epoch ms.
create table contract_notice_due (
  contract bigint not null references entity (node) on delete cascade,
  -- Type of the notice.
  type text not null,
  -- Nothing is due before, as far as was known at the last look.
  due_at bigint not null,
  -- A refresh or arrival of the asset that becomes known may bring something before.
  hangs_on_refresh boolean not null default false,
  -- Of contractSlaAtRisk: whether a target was at risk at the last look, and until when no other is, as long as no trigger has the contract looked
  -- at again. Contracts at risk are found by both.
  is_at_risk boolean not null default false,
  holds_until bigint not null default 0,
  primary key (contract, type)
) with (fillfactor = 75);

create index contract_notice_due_at on contract_notice_due (due_at);
create index contract_notice_due_risk on contract_notice_due (contract) where is_at_risk;
create index contract_notice_due_holds on contract_notice_due (holds_until) where type = 'contractSlaAtRisk';
