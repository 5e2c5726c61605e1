-- Whom a notice is for, each person once, in the strongest role. at: that of the notice.
create table contract_notice_person (
  person bigint not null references entity (node) on delete cascade,
  at bigint not null,
  notice uuid not null references contract_notice (id) on delete cascade,
  role text not null,
  primary key (person, at, notice)
);

create index contract_notice_person_notice on contract_notice_person (notice);
