-- Whether time has decided on the open proposal of a contract and nobody has carried it out: its deadline has passed, or those who have not
-- approved are gone. Each call sees what is committed by then, also in the transaction of its caller.
create or replace function contract_proposal_due(of_contract bigint) returns boolean language plpgsql volatile as $$
begin
  return exists (
    select from contract_proposal p
     where p.contract = of_contract and p.ended_at is null and p.deadline is not null
       and (p.deadline <= floor(extract(epoch from statement_timestamp()) * 1000)::bigint or not exists (
         select from jsonb_to_recordset(p.parties) o (consumer uuid, decision text)
           join contract_consumer d on d.id = o.consumer
           join entity e on e.node = d.party and e.deleted_by is null
          where o.decision <> 'approve')));
end
$$;
