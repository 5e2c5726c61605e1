-- What was done about an incident, oldest first.
create table contract_incident_history (
  incident uuid not null references contract_incident (id) on delete cascade,
  place bigint generated always as identity,
  -- Epoch ms.
  at bigint not null,
  -- Who did it; null: it happened by itself.
  person bigint references entity (node) on delete set null,
  action text not null,
  -- To whom it was assigned.
  assignee bigint references entity (node) on delete set null,
  -- What else was said: comment, reason, until, resolution, severity.
  details jsonb not null default '{}',
  primary key (incident, place)
);

create index contract_incident_history_person on contract_incident_history (person);
create index contract_incident_history_assignee on contract_incident_history (assignee);
