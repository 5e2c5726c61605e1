import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Edges say when an event showed them last: at once by what events have said so far. */
export class EdgesSeen0000000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table lineage_edge add column if not exists last_seen_at bigint');
    await runner.query(`
      update lineage_edge e set last_seen_at = f.at
        from (select a.node as from_node, b.node as to_node, max(split_part(f.stamp, ' ', 1)::bigint / 1000) as at
                from openlineage_edge f
                join openlineage_name a on a.key = f.from_dataset join openlineage_name b on b.key = f.to_dataset
               where a.node is not null and b.node is not null group by 1, 2) f
       where e.from_node = f.from_node and e.to_node = f.to_node and e.source = 'OpenLineage'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A migration is not undone: restore a backup instead'));
  }
}
