-- Up to where notices have been made: one row (seeds/contract_notice_place.sql). Times in epoch ms.
create table contract_notice_place (
  is_only boolean primary key default true check (is_only),
  -- Change events up to this one have their notices.
  position bigint not null,
  -- Dates of contracts up to this moment have theirs, and at the moment itself those of contracts up to the node.
  dates_at bigint not null,
  dates_node bigint not null,
  -- Dates before are not told any more: their notices have been removed, or were never made.
  since bigint not null
) with (fillfactor = 50);
