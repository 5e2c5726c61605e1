-- A row that is written to find out whether the disk has room again.
create table disk_probe (
  ballast bytea not null
);

-- As it is: a mebibyte of one letter would be compressed to a few hundred bytes.
alter table disk_probe alter ballast set storage external;
