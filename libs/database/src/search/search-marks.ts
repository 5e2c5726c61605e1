/** Contracts and tests below an asset, while they were not searched: no document of theirs could change. */
const BELOW_ASSETS = `type not in ('dataContract', 'testCase', 'testSuite')`;
const EVERYTHING_BELOW = `type is not null`;

/** The documents that a row of `entity` shows in; a contract shows in that of its asset. */
const ASSET_OF_CONTRACT = `case type when 'dataContract' then parent else node end`;
const CONTRACT_AND_ASSET = `unnest(case type when 'dataContract' then array[node, parent] else array[node] end)`;

const ENTITY_EVENTS = [
  ['insert', 'referencing new table as new_rows'],
  ['delete', 'referencing old table as old_rows'],
  ['update', 'referencing old table as old_rows new table as new_rows'],
] as const;

// Followers and voters are counted or listed by id: nothing below an entity shows them.
const REFERENCE_EVENTS = [
  ['insert', 'referencing new table as changed'],
  ['delete', 'referencing old table as changed'],
] as const;

type EntityEvent = (typeof ENTITY_EVENTS)[number][0];

function entityMarks(event: EntityEvent, shownIn: string): string {
  const rows = event === 'delete' ? 'old_rows' : 'new_rows';
  const marks = `insert into search_mark (node)
    select node from (select ${shownIn} as node from ${rows}) marked
     where node is not null
    on conflict do nothing;`;
  return event === 'update' ? `${marks}\n    ${RENAMED_MARKS}` : marks;
}

/** Those whose names other documents show. */
const RENAMED_MARKS = `insert into search_mark (node, wide)
    select n.node, true from new_rows n join old_rows o on o.node = n.node
     where n.type = any('{user,team,domain,dataProduct,chart,databaseService,messagingService,dashboardService,pipelineService,mlmodelService,storageService,searchService,apiService}')
       and (n.name, n.fqn, n.body ->> 'displayName', n.body ->> 'description', n.body ->> 'serviceType')
           is distinct from (o.name, o.fqn, o.body ->> 'displayName', o.body ->> 'description', o.body ->> 'serviceType')
    on conflict do nothing;`;

/** @param searched which of the entities below one have documents */
function referenceMarks(searched: string): string {
  return `insert into search_mark (node) select from_node from changed
      where relation = any('{owners,domains,dataProducts,charts,followers,upVoters,downVoters}')
    on conflict do nothing;
    insert into search_mark (node, wide)
    select e.node, true from changed c join entity e on e.node = c.from_node
     where c.relation in ('owners', 'domains') and exists (
           select 1 from entity x where x.parent = e.node and x.${searched})
    on conflict do nothing;`;
}

function reach(searched: string): string {
  return `function search_reach(roots bigint[]) returns setof bigint language sql stable as $$
    with recursive shown (node) as (
      select unnest(roots)
      union
      select r.from_node from entity_reference r
       where r.to_node = any(roots) and r.relation in ('owners', 'domains', 'dataProducts', 'charts')
      union
      select e.node from shown s join entity e on e.parent = s.node
       where e.${searched}
    )
    select node from shown
  $$;`;
}

function marksOf(searched: string, shownIn: string): string {
  const replaced = [
    reach(searched),
    ...ENTITY_EVENTS.map(([event]) => triggerFunction('entity', event, entityMarks(event, shownIn))),
    ...REFERENCE_EVENTS.map(([event]) => triggerFunction('reference', event, referenceMarks(searched))),
  ];
  return replaced.map((one) => `create or replace ${one}`).join('\n');
}

/** Assets and what surrounds them are searched, and neither contracts nor tests. */
export const SEARCHED_ASSETS_MARKS = marksOf(BELOW_ASSETS, ASSET_OF_CONTRACT);

/** Contracts and tests are searched as well. */
export const EVERY_TYPE_MARKS = marksOf(EVERYTHING_BELOW, CONTRACT_AND_ASSET);

/** What of a contract shows in the document of its asset: as it was until open runs were left out (1700000001000). */
export const CONTRACT_UPDATE_MARKS = contractTrigger(
  'update',
  'referencing old table as old_rows new table as new_rows',
  `select n.asset from new_rows n join old_rows o on o.node = n.node
    where (n.status, n.live, n.latest_result ->> 'status') is distinct from (o.status, o.live, o.latest_result ->> 'status')`,
);

/**
 * A mark says that the search document of an entity may have changed. Triggers add marks in the transaction of any
 * SQL that writes what documents show, so no caller has to do it.
 *
 * wide: the document of every entity that shows this one may have changed (it was renamed, or those below inherit
 * from it).
 * The PostgreSQL engine, which writes documents before the commit, keeps such a mark until every transaction that ran
 * beside
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
  create ${reach(BELOW_ASSETS)}
  ${ENTITY_EVENTS.map(([event, referencing]) => trigger('entity', 'entity', event, referencing, entityMarks(event, ASSET_OF_CONTRACT))).join('')}
  ${REFERENCE_EVENTS.map(([event, referencing]) => trigger('reference', 'entity_reference', event, referencing, referenceMarks(BELOW_ASSETS))).join('')}
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

function contractTrigger(event: string, referencing: string, assets: string): string {
  const marks = `insert into search_mark (node) ${assets} on conflict do nothing;`;
  return trigger('contract', 'contract', event, referencing, marks);
}

function trigger(name: string, table: string, event: string, referencing: string, marks: string): string {
  return `
  create ${triggerFunction(name, event, marks)}
  create trigger search_mark_${name}_${event} after ${event} on ${table}
    ${referencing} for each statement execute function search_mark_${name}_${event}();`;
}

function triggerFunction(name: string, event: string, marks: string): string {
  return `function search_mark_${name}_${event}() returns trigger language plpgsql as $$
  begin
    ${marks}
    return null;
  end $$;`;
}
