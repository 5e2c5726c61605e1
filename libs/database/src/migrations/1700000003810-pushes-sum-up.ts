import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OPEN } from './1700000001000-result-sums';
import { PLANNED_ONCE } from './1700000002790-run-functions';
import { VERDICTS } from './1700000002871-verdicts';
import { FAILURES } from './1700000002950-dimension-counts';
import { ADDED, COUNTED, failures } from './1700000003010-result-sums-of-one';
import { OF_ONE, OF_SEVERAL, PUSH_RESULTS, pushResults, recorded, SENT, store } from './1700000003100-push-results';

/**
 * Pushed results of which each contract has one are summed up by the statement that stores them: it has what is known of the contracts at
 * hand, and they are locked, while the trigger locks and reads them again, and sorts what needs no order.
 */
export class PushesSumUp1700000003810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SKIP_SUMS);
    await runner.query(PUSH_AND_SUM_UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function push_results(uuid[], bigint[], uuid[], text[], jsonb[], jsonb[], text[], text[], jsonb[], boolean)',
    );
    await runner.query(PUSH_RESULTS);
    await runner.query(ADDED);
  }
}

/**
 * catalog.sums: `made` where the statement that inserts results sums them up as well. It is set within the function: a `set` clause with a parameter
 * of our own may only be given by a superuser.
 */
const SKIP_SUMS = ADDED.replace(
  'begin',
  `begin
    if current_setting('catalog.sums', true) = 'made' then return null; end if;`,
);

/** What is asked of the contracts, in the order of their nodes: variable, its type, expression. */
const ASKED = [
  ['nodes', 'bigint[]', 'c.node'],
  ['found', 'uuid[]', 'e.id'],
  ['fqns', 'text[]', 'e.fqn'],
  ['versions', 'integer[]', 'e.version'],
  ['ended_ats', 'bigint[]', 'c.ended_at'],
  ['ended_statuses', 'text[]', 'c.ended_status'],
  ['latest_ats', 'bigint[]', `(c.latest_result -> 'timestamp')::bigint`],
  ['verdicts', 'text[]', 'c.verdict'],
  ['sinces', 'bigint[]', 'c.verdict_since'],
] as const;

/** Of details, pushers and origins one value may stand for all rows: those of one request have the same, and it is read once. */
const ALIKE = Object.entries({ details: 'more_details', pushed_by: 'pushers', origin: 'origins' }).map(
  ([column, array]) => `case when cardinality(${array}) = 1 then ${array}[1] else s.${column} end as ${column}`,
);
const SENT_ALIKE = `(select s.contract, s.timestamp, s.id, s.status, s.body, s.replaced, ${ALIKE.join(', ')} from ${SENT}) s`;

const lockLive = (ending = ''): string => `
      select ${ASKED.map(([name]) => `array_agg(l.${name})`).join(', ')}
        into ${ASKED.map(([name]) => name).join(', ')}
        from (select ${ASKED.map(([name, , sql]) => `${sql} as ${name}`).join(', ')}
                from entity e join contract c on c.node = e.node
               where e.id = any(array(select unnest(contracts))) and c.live
               order by c.node for no key update of c ${ending}) l;`;

const VALUES = Object.keys(FAILURES).map(
  (name) => `(${name} is not null)::integer, (coalesce(${name} = 0, false))::integer`,
);

const count = (table: string, unit: string, ms: number): string => `
      insert into ${table} as c (contract, ${unit}, status, n, ${COUNTED.join(', ')})
      select node, timestamp / ${ms}, status, 1, ${VALUES.join(', ')} from sent
      on conflict (contract, ${unit}, status) do update
        set n = c.n + 1, ${COUNTED.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')}`;

/** As the triggers sum up: the latest result, the newest one that has ended, the counts, and whose verdict may have changed. */
const STORE_AND_SUM_UP = `
    perform set_config('catalog.sums', 'made', true);
    with sent as materialized (
      select s.*, l.*, s.status not in ${OPEN} as has_ended, ${failures}
        from ${SENT_ALIKE}
        join unnest(${ASKED.map(([name]) => `(select ${name})`).join(', ')})
             l (node, contract_id, fqn, version, ended_at, ended_status, latest_at, verdict, since) on l.contract_id = s.contract),
    ${recorded(OF_ONE, 'sent')},
    stored as (
      insert into contract_result (contract, timestamp, id, status, origin, body, details)
      select node, timestamp, id, status, 'pushed', body, details from sent),
    latest as (
      update contract c
         set latest_result = case when n.timestamp >= coalesce(n.latest_at, 0)
               then jsonb_strip_nulls(jsonb_build_object('timestamp', n.timestamp, 'status', n.status,
                      'message', n.body -> 'result', 'resultId', n.id))
               else c.latest_result end,
             ended_status = case when n.has_ended and n.timestamp >= coalesce(n.ended_at, 0) then n.status else c.ended_status end,
             ended_at = case when n.has_ended then greatest(c.ended_at, n.timestamp) else c.ended_at end
        from sent n
       where c.node = n.node and c.node = any(array(select unnest(nodes)))
         and (n.timestamp >= coalesce(n.latest_at, 0) or n.has_ended and n.timestamp >= coalesce(n.ended_at, 0))),
    counted as (${count('contract_result_count', 'hour', 3_600_000)}),
    counted_by_day as (${count('contract_result_day', 'day', 86_400_000)})
    select array_agg(node) into touched from sent
     where status in ${VERDICTS} and not coalesce(status = verdict and timestamp >= since, false);
    if touched is not null then perform keep_verdicts(touched); end if;
    perform set_config('catalog.sums', '', true);`;

// Several results of a contract are left to the trigger: each may be the newest before another one.
const PUSH_AND_SUM_UP = pushResults({
  create: 'create or replace',
  settings: PLANNED_ONCE,
  variables: `${ASKED.map(([name, type]) => `${name} ${type};`).join(' ')}
    touched bigint[];`,
  lock: lockLive,
  one: STORE_AND_SUM_UP,
  several: store(OF_SEVERAL, SENT_ALIKE),
});
