import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDITED_PUT, putEdges } from './1700000002970-lineage-audit';

/**
 * Writes edges as before (1700000002970). The stored edges are looked up row by row, so that the one plan is right however many there are:
 * a plan of sets reads the whole table where it was made while that was small. What has been written wholly is not looked for again.
 */
export class EdgeLookUps1700000003040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PUT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(AUDITED_PUT);
  }
}

const PUT = putEdges({
  changing: `        from (select * from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, digest uuid) order by 1, 2) x
       cross join lateral (
         select e.from_node, e.to_node from lineage_edge e
          where e.from_node = x.from_node and e.to_node = x.to_node and e.digest <> x.digest for update) l;`,
  left: `         cross join lateral (
           select from lineage_edge e
            where e.from_node = x.from_node and e.to_node = x.to_node and e.digest <> x.digest offset 0) l);`,
});
