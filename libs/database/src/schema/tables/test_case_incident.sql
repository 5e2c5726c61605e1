-- The steps taken about failed results of a test case, from the first one to the resolution: one row for each status that an incident has had.
-- Times in epoch ms.
create table test_case_incident (
  id uuid primary key default gen_random_uuid(),
  -- What its statuses have in common.
  incident uuid not null,
  test_case bigint not null references entity (node) on delete cascade,
  timestamp bigint not null,
  status text not null check (status in ('New', 'Ack', 'Assigned', 'Resolved')),
  is_latest boolean not null,
  severity text,
  -- To whom it is assigned, or who resolved it.
  person uuid,
  reason text,
  comment text,
  updated_by uuid,
  updated_at bigint not null
);

create index test_case_incident_incident on test_case_incident (incident, timestamp);
-- Not more than one incident of a test case is open.
create unique index test_case_incident_open on test_case_incident (test_case) where is_latest and status <> 'Resolved';
create index test_case_incident_test_case on test_case_incident (test_case, timestamp, id);
create index test_case_incident_timestamp on test_case_incident (timestamp, id);
create index test_case_incident_person on test_case_incident (person, timestamp, id) where person is not null;
