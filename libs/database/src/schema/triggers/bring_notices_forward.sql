-- A refresh or arrival that becomes known, maybe an old one, has the contracts of the asset looked at whose notices hang on it. Most hang on their instant
-- alone, since it only puts that off, and are not touched. All are locked, so that a look that goes on is ended first, and may say that they do.
create or replace function bring_notices_forward() returns trigger language plpgsql as $$
begin
  with due as materialized (
    select d.contract, d.type, d.hangs_on_refresh from contract_notice_due d
     where d.contract in (
       select c.node from new_rows n join contract c on c.asset = n.asset where n.kind <> 'availability')
     order by d.contract, d.type for no key update)
  update contract_notice_due d set due_at = 0, holds_until = 0, hangs_on_refresh = false
    from due where due.hangs_on_refresh and d.contract = due.contract and d.type = due.type;
  return null;
end $$;

create or replace trigger bring_notices_forward after insert on observation
  referencing new table as new_rows for each statement execute function bring_notices_forward();
