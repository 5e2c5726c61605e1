/** What of a contract shows in the document of its asset: as it was until open runs were left out (1700000001000). */
export const CONTRACT_UPDATE_MARKS = contractTrigger(
  'update',
  'referencing old table as old_rows new table as new_rows',
  `select n.asset from new_rows n join old_rows o on o.node = n.node
    where (n.status, n.live, n.latest_result ->> 'status') is distinct from (o.status, o.live, o.latest_result ->> 'status')`,
);

/**
 * A mark says that the search document of an entity may have changed. Whatever SQL writes what documents show leaves marks, in
 * its own transaction: nothing has to remember to.
 *
 * wide: the document of every entity that shows this one may have changed (it was renamed, or those below inherit from it).
 * The PostgreSQL engine, which writes documents before the commit, keeps such a mark until every transaction that ran beside
 * its own has ended: one of those may have begun to show the entity as it was.
 */
export const SEARCH_MARKS = `
  create table search_mark (
    xid xid8 not null default pg_current_xact_id(),
    node bigint not null,
    wide boolean not null default false,
    primary key (xid, node, wide)
  );
  create index search_mark_wide on search_mark (xid) where wide;
  -- Orders the states of a document in an index outside: the later reading has the greater number.
  create sequence search_version;

  -- The entities whose documents show one of these: themselves, those that refer to them, and all below any of them.
  create function search_reach(roots bigint[]) returns setof bigint language sql stable as $$
    with recursive shown (node) as (
      select unnest(roots)
      union
      select r.from_node from entity_reference r
       where r.to_node = any(roots) and r.relation in ('owners', 'domains', 'dataProducts', 'charts')
      union
      select e.node from shown s join entity e on e.parent = s.node
       where e.type not in ('dataContract', 'testCase', 'testSuite')
    )
    select node from shown
  $$;
  ${entityTrigger('insert', 'referencing new table as new_rows', marksOf('new_rows'))}
  ${entityTrigger('delete', 'referencing old table as old_rows', marksOf('old_rows'))}
  ${entityTrigger(
    'update',
    'referencing old table as old_rows new table as new_rows',
    `${marksOf('new_rows')}
    insert into search_mark (node, wide)
    select n.node, true from new_rows n join old_rows o on o.node = n.node
     where n.type = any('{user,team,domain,dataProduct,chart,databaseService,messagingService,dashboardService,pipelineService,mlmodelService,storageService,searchService,apiService}')
       and (n.name, n.fqn, n.body ->> 'displayName', n.body ->> 'description', n.body ->> 'serviceType')
           is distinct from (o.name, o.fqn, o.body ->> 'displayName', o.body ->> 'description', o.body ->> 'serviceType')
    on conflict do nothing;`,
  )}
  ${referenceTrigger('insert', 'referencing new table as changed')}
  ${referenceTrigger('delete', 'referencing old table as changed')}
  ${contractTrigger('insert', 'referencing new table as changed', 'select asset from changed')}
  ${contractTrigger('delete', 'referencing old table as changed', 'select asset from changed')}
  ${CONTRACT_UPDATE_MARKS}
  -- What was there before search was.
  insert into search_mark (node) select node from entity;
`;

export const NO_SEARCH_MARKS = `
  ${['insert', 'delete', 'update'].map((event) => `drop trigger search_mark_entity_${event} on entity; drop function search_mark_entity_${event}();`).join('\n  ')}
  ${['insert', 'delete'].map((event) => `drop trigger search_mark_reference_${event} on entity_reference; drop function search_mark_reference_${event}();`).join('\n  ')}
  ${['insert', 'delete', 'update'].map((event) => `drop trigger search_mark_contract_${event} on contract; drop function search_mark_contract_${event}();`).join('\n  ')}
  drop function search_reach(bigint[]);
  drop sequence search_version;
  drop table search_mark;
`;

/** A contract shows in the document of its asset. */
function marksOf(rows: string): string {
  return `insert into search_mark (node)
    select node from (select case type when 'dataContract' then parent else node end as node from ${rows}) marked
     where node is not null
    on conflict do nothing;`;
}

function entityTrigger(event: string, referencing: string, marks: string): string {
  return trigger('entity', 'entity', event, referencing, marks);
}

// Followers and voters are counted or listed by id: nothing below an entity shows them.
function referenceTrigger(event: string, referencing: string): string {
  return trigger(
    'reference',
    'entity_reference',
    event,
    referencing,
    `insert into search_mark (node) select from_node from changed
      where relation = any('{owners,domains,dataProducts,charts,followers,upVoters,downVoters}')
    on conflict do nothing;
    insert into search_mark (node, wide)
    select e.node, true from changed c join entity e on e.node = c.from_node
     where c.relation in ('owners', 'domains') and exists (
           select 1 from entity x where x.parent = e.node and x.type not in ('dataContract', 'testCase', 'testSuite'))
    on conflict do nothing;`,
  );
}

function contractTrigger(event: string, referencing: string, assets: string): string {
  const marks = `insert into search_mark (node) ${assets} on conflict do nothing;`;
  return trigger('contract', 'contract', event, referencing, marks);
}

function trigger(name: string, table: string, event: string, referencing: string, marks: string): string {
  return `
  create function search_mark_${name}_${event}() returns trigger language plpgsql as $$
  begin
    ${marks}
    return null;
  end $$;
  create trigger search_mark_${name}_${event} after ${event} on ${table}
    ${referencing} for each statement execute function search_mark_${name}_${event}();`;
}
