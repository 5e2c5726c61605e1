-- References to the test cases that a contract expects, in their order. A statement that reads contracts calls it for those that have some:
-- as a part of the statement it is set up each time, which costs half as much as the rest of reading one contract.
create or replace function contract_expectations(contract bigint) returns text language plpgsql stable as $$
    begin
      return (
        select json_agg(json_strip_nulls(json_build_object('id', t.id, 'type', t.type, 'name', t.name,
                 'fullyQualifiedName', t.fqn, 'displayName', t.body ->> 'displayName',
                 'deleted', t.deleted_by is not null)) order by x.position)
          from entity_reference x join entity t on t.node = x.to_node
         where x.from_node = contract and x.relation = 'qualityExpectations');
    end $$;
