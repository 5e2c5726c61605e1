-- Whether a target of the SLA was missed (1) or none (0); null: it was not evaluated.
create or replace function failed_targets(body jsonb) returns integer language sql immutable parallel safe
  return case when body ? 'slaValidation' then jsonb_path_exists(body, '$.slaValidation.* ? (@ == false)')::integer end;
