-- Renews rights_version with all that gives rights to users. Deferred: the row is locked at the end of a transaction, which then waits for
-- nothing else, so that writers neither deadlock on it nor wait longer than for a commit. Tokens of outside issuers name roles. A new user,
-- team or policy is reached only by rows that are written with it.
create or replace function renew_rights_version() returns trigger language plpgsql as $$
begin
  -- Once in a transaction, however many rows it changes.
  update rights_version set version = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists entity_rights_insert on entity;
create constraint trigger entity_rights_insert after insert on entity deferrable initially deferred for each row
  when (new.type = 'role')
  execute function renew_rights_version();

drop trigger if exists entity_rights_update on entity;
create constraint trigger entity_rights_update after update on entity deferrable initially deferred for each row
  when (new.type in ('user', 'team', 'role', 'policy')
        and (old.name, old.deleted_by, old.body, old.details) is distinct from (new.name, new.deleted_by, new.body, new.details))
  execute function renew_rights_version();

drop trigger if exists entity_rights_delete on entity;
create constraint trigger entity_rights_delete after delete on entity deferrable initially deferred for each row
  when (old.type in ('user', 'team', 'role', 'policy'))
  execute function renew_rights_version();

drop trigger if exists entity_reference_rights_insert on entity_reference;
create constraint trigger entity_reference_rights_insert after insert on entity_reference deferrable initially deferred for each row
  when (new.relation in ('teams', 'parents', 'roles', 'defaultRoles', 'policies'))
  execute function renew_rights_version();

drop trigger if exists entity_reference_rights_update on entity_reference;
create constraint trigger entity_reference_rights_update after update on entity_reference deferrable initially deferred for each row
  when (old.relation in ('teams', 'parents', 'roles', 'defaultRoles', 'policies')
        or new.relation in ('teams', 'parents', 'roles', 'defaultRoles', 'policies'))
  execute function renew_rights_version();

drop trigger if exists entity_reference_rights_delete on entity_reference;
create constraint trigger entity_reference_rights_delete after delete on entity_reference deferrable initially deferred for each row
  when (old.relation in ('teams', 'parents', 'roles', 'defaultRoles', 'policies'))
  execute function renew_rights_version();
