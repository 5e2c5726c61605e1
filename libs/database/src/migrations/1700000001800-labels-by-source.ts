import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A tag and a term can have one FQN and stand on one entity: what it bears is told by FQN and source. */
export class LabelsBySource1700000001800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index tag_usage_of_node`);
    await runner.query(`create unique index tag_usage_of_node on tag_usage (node, (md5(tag_fqn)::uuid), source)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Of a tag and a term of one FQN the older release knows one.
    await runner.query(`delete from tag_usage a using tag_usage b
      where a.node = b.node and a.tag_fqn = b.tag_fqn and a.source = 'Glossary' and b.source = 'Classification'`);
    await runner.query(`drop index tag_usage_of_node`);
    await runner.query(`create unique index tag_usage_of_node on tag_usage (node, (md5(tag_fqn)::uuid))`);
  }
}
