import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a contract holds or fails: kept with its results, so that those that broke or recovered are found by index. */
export class Verdicts1700000002871 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(KEEP);
    await runner.query(`select keep_verdicts(array(select node from contract))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['insert', 'update', 'delete'])
      await runner.query(
        `drop trigger verdicts_of_results_${event} on contract_result; drop function verdicts_of_results_${event}()`,
      );
    await runner.query(`
      drop function keep_verdicts(bigint[]);
      drop index contract_unlike_most;
      alter table contract drop column verdict, drop column verdict_since, drop column verdict_before`);
  }
}

export const VERDICTS = `('Success', 'PartialSuccess', 'Failed')`;

// verdict: status of the newest result that says whether the contract holds; what was aborted does not. verdict_since: timestamp of the
// first of the results that have held, or failed, without one between them that did the other. verdict_before: the status before that one.
const COLUMNS = `
  alter table contract add column verdict text, add column verdict_since bigint, add column verdict_before text;
  create index contract_broken on contract (verdict_since, node) where live and verdict in ('Failed', 'PartialSuccess');
  create index contract_recovered on contract (verdict_since, node)
    where live and verdict = 'Success' and verdict_before is not null;
  create index contract_unlike_most on contract (latest_status) where live and latest_status is distinct from 'Success';
`;

const newest = (statuses: string, than: string) => `
                select r.timestamp, r.status from contract_result r
                 where r.contract = c.node and r.status in (${statuses}) and ${than} order by r.timestamp desc limit 1`;

/** Few steps in an index, however many results there are. */
const KEEP_OF = `
  create function keep_verdicts(contracts bigint[]) returns void language plpgsql as $$
  begin
    update contract c set verdict = v.verdict, verdict_since = v.since, verdict_before = v.before
      from (
        select c.node, n.status as verdict, b.status as before,
               (select min(f.timestamp) from contract_result f
                 where f.contract = c.node and f.timestamp > coalesce(b.timestamp, -1)
                   and f.status in ${VERDICTS}) as since
          from contract c
          left join lateral (
            select r.timestamp, r.status from contract_result r
             where r.contract = c.node and r.status in ${VERDICTS} order by r.timestamp desc limit 1) n on true
          left join lateral (
            select o.timestamp, o.status from (
              (${newest(`'Success'`, `n.status <> 'Success'`)})
              union all
              (${newest(`'Failed'`, `n.status = 'Success'`)})
              union all
              (${newest(`'PartialSuccess'`, `n.status = 'Success'`)})) o
             order by o.timestamp desc limit 1) b on true
         where c.node = any(contracts)) v
     where c.node = v.node
       and (c.verdict, c.verdict_since, c.verdict_before) is distinct from (v.verdict, v.since, v.before);
  end $$;`;

/** A result like the newest one, and not older than its like, changes nothing: nearly all of them. */
const CHANGED = `
    if exists (select from new_rows where status in ${VERDICTS}) then
      touched := array(
        select n.contract from new_rows n join contract c on c.node = n.contract
         where n.status in ${VERDICTS}
         group by n.contract having not coalesce(bool_and(n.status = c.verdict and n.timestamp >= c.verdict_since), false));
    end if;`;

const REMOVED = `
    touched := touched || array(
      select distinct contract from old_rows where status in ${VERDICTS});`;

// After sum_up_results, which locks the contracts: triggers run in the order of their names.
const trigger = (event: string, referencing: string, body: string) => `
  create function verdicts_of_results_${event}() returns trigger language plpgsql as $$
  declare touched bigint[] := '{}';
  begin ${body}
    if cardinality(touched) > 0 then perform keep_verdicts(touched); end if;
    return null;
  end $$;
  create trigger verdicts_of_results_${event} after ${event} on contract_result
    ${referencing} for each statement execute function verdicts_of_results_${event}();`;

export const KEEP_AFTER_INSERT_AND_UPDATE = `
  ${trigger('insert', 'referencing new table as new_rows', CHANGED)}
  ${trigger('update', 'referencing old table as old_rows new table as new_rows', `${CHANGED} ${REMOVED}`)}`;

const KEEP = `
  ${KEEP_OF}
  ${KEEP_AFTER_INSERT_AND_UPDATE}
  ${trigger('delete', 'referencing old table as old_rows', REMOVED)}`;
