-- Marks the search documents that a changed row shows in; a contract shows in that of its asset, too. Of what other documents show the
-- names of, those are marked as well (wide).
create or replace function search_mark_entity_update() returns trigger language plpgsql as $$
begin
  insert into search_mark (node)
  select node from (
    select unnest(case type when 'dataContract' then array[node, parent] else array[node] end) as node
      from new_rows) marked
   where node is not null
  on conflict do nothing;
  insert into search_mark (node, wide)
  select n.node, true from new_rows n join old_rows o on o.node = n.node
   where n.type = any('{user,team,domain,dataProduct,chart,databaseService,messagingService,dashboardService,pipelineService,mlmodelService,storageService,searchService,apiService}')
     and ((n.name, n.fqn, n.body ->> 'displayName', n.body ->> 'serviceType')
          is distinct from (o.name, o.fqn, o.body ->> 'displayName', o.body ->> 'serviceType')
          -- Dashboards show what their charts say.
          or n.type = 'chart' and n.body ->> 'description' is distinct from o.body ->> 'description')
  on conflict do nothing;
  return null;
end $$;

create or replace trigger search_mark_entity_update after update on entity
  referencing old table as old_rows new table as new_rows for each statement execute function search_mark_entity_update();
