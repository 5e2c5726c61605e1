import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** When contracts began to pass or to fail, and sums of that by quarters of an hour. */
export class SumsOfVerdicts0000000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [found] = (await runner.query(`select to_regclass('verdict_transition') as name`)) as {
      name: string | null;
    }[];
    if (found?.name) return;
    // The trigger on contracts comes first: from then on no result is written until the migration commits.
    await applySchema(
      runner,
      'tables/verdict_transition.sql',
      'tables/verdict_sum.sql',
      'tables/verdict_delta.sql',
      'functions/derive_transitions.sql',
      'triggers/derive_transitions_contract.sql',
      'triggers/derive_transitions_entity.sql',
      'triggers/sum_up_transitions.sql',
      'functions/summarise_results.sql',
    );
    await runner.query(FILL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}

const FILL = `
  insert into verdict_transition (contract, at, passes, is_first, root)
  select contract, at, passes, passed is null, root
    from (select c.node as contract, r.timestamp as at, r.status = 'Success' as passes, coalesce(a.root, a.node) as root,
                 lag(r.status = 'Success') over (partition by r.contract order by r.timestamp) as passed
            from contract c join entity a on a.node = c.asset
            join contract_result r on r.contract = c.node and r.status in ('Success', 'Failed', 'PartialSuccess')
           where c.live) j
   where passes is distinct from passed`;
