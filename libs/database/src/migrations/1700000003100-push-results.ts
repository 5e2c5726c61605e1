import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PLANNED_ONCE } from './1700000002790-run-functions';

/**
 * Pushed results are stored by one call, and so in one round trip: it locks the contracts, then looks and writes. A statement of a function
 * sees what was committed while the one before it waited for the locks, which a single statement would not.
 */
export class PushResults1700000003100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PUSH_RESULTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function push_results(uuid[], bigint[], uuid[], text[], jsonb[], jsonb[], text[], text[], jsonb[], boolean)',
    );
  }
}

/** The contracts that are alive, in the order of their nodes, with what is said of them. */
const lockLive = (ending = '') => `
      select array_agg(l.node), array_agg(l.id), array_agg(l.fqn), array_agg(l.version), array_agg(l.ended_at), array_agg(l.ended_status)
        into nodes, found, fqns, versions, ended_ats, ended_statuses
        from (select c.node, e.id, e.fqn, e.version, c.ended_at, c.ended_status
                from entity e join contract c on c.node = e.node
               where e.id = any(array(select unnest(contracts))) and c.live
               order by c.node for no key update of c ${ending}) l;`;

/** The status of the newest ended result before each new one `a`. */
const STORED_BEFORE = `
                    select o.timestamp, o.status from contract_result o
                     where o.contract = a.node and o.timestamp < a.timestamp and o.status not in ('Queued', 'Running')
                     order by o.timestamp desc limit 1`;

/** What differs where contracts have several results in one call: one of them may be the newest before another. */
export const OF_SEVERAL = {
  ordered: `
      select s.*, lag(timestamp) over series as earlier_at, lag(status) over series as earlier_status,
             lead(timestamp) over series as later_at
        from sent s window series as (partition by node order by timestamp)`,
  earlier: 'when a.earlier_at > coalesce(a.ended_at, 0) then a.earlier_status',
  before: `(${STORED_BEFORE})
                    union all select a.earlier_at, a.earlier_status where a.earlier_at is not null`,
  latest: 'a.later_at is null and ',
};
export const OF_ONE: typeof OF_SEVERAL = {
  ordered: 'select * from sent',
  earlier: '',
  before: STORED_BEFORE,
  latest: '',
};

/** The rows that are pushed. */
export const SENT = `unnest((select contracts), (select timestamps), (select ids), (select statuses), (select bodies),
                                  (select more_details), (select pushers), (select replaced_statuses), (select origins))
             s (contract, timestamp, id, status, body, details, pushed_by, replaced, origin)`;

/** The events of rows that have what is known of their contracts beside them. */
export const recorded = ({ earlier, before, latest }: typeof OF_SEVERAL, from: string): string => `
    recorded as (
      insert into change_event_pending
        (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, origin, result)
      select case when a.replaced is null then 'resultCreated' else 'resultUpdated' end, 'dataContract', a.contract, a.node, a.fqn,
             a.version, a.version, floor(extract(epoch from clock_timestamp()) * 1000)::bigint, a.pushed_by, a.origin,
             jsonb_strip_nulls(jsonb_build_object('id', a.id, 'timestamp', a.timestamp, 'status', a.status,
               'previousStatus',
                 case when a.replaced is not null then a.replaced
                      ${earlier}
                      when a.timestamp > coalesce(a.ended_at, 0) then a.ended_status
                      else (select b.status from (${before}) b order by b.timestamp desc limit 1) end,
               'isLatest', ${latest}a.timestamp >= coalesce(a.ended_at, 0)))
        from ${from} a)`;

/** The statement that stores what is pushed, with its events. */
export const store = (differing: typeof OF_SEVERAL, sent = SENT): string => `
    with sent as materialized (
      select s.*, l.* from ${sent}
        join unnest((select nodes), (select found), (select fqns), (select versions), (select ended_ats), (select ended_statuses))
             l (node, contract_id, fqn, version, ended_at, ended_status) on l.contract_id = s.contract),
    ordered as (${differing.ordered}),${recorded(differing, 'ordered')}
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select node, timestamp, id, status, 'pushed', body, details from sent;`;

// Adds results with their events. Gives ids and FQNs of the contracts that it locked; the others have none added. Both are null where a
// result has the id or the timestamp of another one: then nothing is added, and the locks are free again. The locks are taken within the
// block that is undone: rows that one subtransaction has locked and another changes take a multixact each. As many contracts as results: each
// has one, and nothing is sorted.
// replaced_statuses: of results whose places new ones take, which the caller has deleted. waits: for contracts that others have locked.
// Arrays are passed through a subselect, so that the one plan does not rest on their lengths.
/** @param lock reads what is known of the contracts into the variables; its argument ends the statement */
export const pushResults = (parts: {
  readonly create: string;
  readonly settings: string;
  readonly variables: string;
  readonly lock: (ending?: string) => string;
  readonly one: string;
  readonly several: string;
}): string => `
  ${parts.create} function push_results(contracts uuid[], timestamps bigint[], ids uuid[], statuses text[], bodies jsonb[], more_details jsonb[],
                               pushers text[], replaced_statuses text[], origins jsonb[], waits boolean,
                               out contract_ids json, out contract_fqns json) ${parts.settings} as $$
  #variable_conflict use_column
  declare
    ${parts.variables}
  begin
    if waits then ${parts.lock()}
    else ${parts.lock('skip locked')}
    end if;
    if cardinality(nodes) = cardinality(ids) then ${parts.one}
    else ${parts.several}
    end if;
    contract_ids := to_json(coalesce(found, '{}'));
    contract_fqns := to_json(coalesce(fqns, '{}'));
  exception when unique_violation then
    contract_ids := null;
    contract_fqns := null;
  end $$;
`;

export const PUSH_RESULTS = pushResults({
  create: 'create',
  settings: PLANNED_ONCE,
  variables: `nodes bigint[];
    found uuid[];
    fqns text[];
    versions integer[];
    ended_ats bigint[];
    ended_statuses text[];`,
  lock: lockLive,
  one: store(OF_ONE),
  several: store(OF_SEVERAL),
});
