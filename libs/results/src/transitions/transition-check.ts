import { countedEntities, type CheckBlock, type CheckStep } from '@app/catalog';
import { lockContracts } from '@app/contracts';
import { Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { FAILING_CHANGE, PASSING_CHANGE, QUARTER_MS } from './verdict-sums';

/** Contracts compared per statement. */
const PAGE = 500;
/** The key of the block of sums, behind those of all contracts: no contract has it. */
const SUMS = 'sums';

const COMPARED = `
  with block as materialized (select node, live, asset from contract where node > $1 order by node limit ${PAGE}),
  judged as (
    select c.node as contract, r.timestamp as at, r.status = 'Success' as passes, coalesce(a.root, a.node) as root,
           lag(r.status = 'Success') over (partition by r.contract order by r.timestamp) as passed
      from block c join entity a on a.node = c.asset
      join contract_result r on r.contract = c.node and r.status in ('Success', 'Failed', 'PartialSuccess')
     where c.live),
  wanted as (select contract, at, passes, passed is null as is_first, root from judged where passes is distinct from passed),
  stored as (select t.contract, t.at, t.passes, t.is_first, t.root from block c join verdict_transition t on t.contract = c.node)
  select (select count(*)::int from block) as compared, (select max(node)::text from block) as last,
         coalesce((select json_agg(distinct contract::text) from (
           (select * from wanted except select * from stored) union all (select * from stored except select * from wanted)) d), '[]') as wrong`;

const MEND = `
  with gone as (delete from verdict_transition where contract = $1 and not exists (select from contract where node = $1 and live))
  select derive_transitions(array[$1::bigint], array[0::bigint], array[9223372036854775807])`;

/** Sums change in the same transaction as what they are of, so a difference seen in one snapshot stays under concurrent writes, and is added. */
const MEND_SUMS = `
  with wanted as (
    select r.root, q.quarter, sum(${PASSING_CHANGE}) as passing,
           sum(${FAILING_CHANGE}) as failing
      from verdict_transition t, unnest(array[0, t.root]) r (root), unnest(array[-1, floor(t.at / ${QUARTER_MS}.0)::bigint]) q (quarter) group by 1, 2),
  stored as (
    select root, quarter, sum(passing) as passing, sum(failing) as failing
      from (select root, quarter, passing, failing from verdict_sum union all select root, quarter, passing, failing from verdict_delta) s group by 1, 2)
  insert into verdict_delta (root, quarter, passing, failing)
  select root, quarter, coalesce(w.passing, 0) - coalesce(s.passing, 0), coalesce(w.failing, 0) - coalesce(s.failing, 0)
    from wanted w full join stored s using (root, quarter)
   where (coalesce(w.passing, 0), coalesce(w.failing, 0)) <> (coalesce(s.passing, 0), coalesce(s.failing, 0))
  returning 1`;

/** Checks since when contracts passed and failed, by their results, and the sums of that. */
@Injectable()
export class TransitionCheck implements CheckStep {
  readonly name = 'transitions';

  constructor(private readonly database: Database) {}

  size(): Promise<number> {
    return countedEntities(this.database, 'dataContract');
  }

  async block(after: string): Promise<CheckBlock> {
    if (after === SUMS) {
      const counts = (await this.database.query(MEND_SUMS)).length;
      return { compared: 0, mended: { counts }, left: [] };
    }
    type Row = { readonly compared: number; readonly last: string | null; readonly wrong: readonly string[] };
    const [row] = await this.database.query<Row>(COMPARED, [after || '0']);
    const { compared, last, wrong } = row!;
    if (wrong.length > 0)
      await this.database.transaction(async (tx) => {
        await lockContracts(tx, wrong);
        for (const node of wrong) await query(tx, MEND, [node]);
      });
    const next = last === null || compared < PAGE ? SUMS : last;
    return { compared, mended: { contracts: wrong.length }, left: [], next };
  }
}
