import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often things are used, and with what tables are joined, day by day. */
export class EntityUsage1700000002770 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table entity_usage (
        node bigint not null references entity (node) on delete cascade,
        day date not null,
        uses bigint not null,
        daily_rank double precision,
        weekly_rank double precision,
        monthly_rank double precision,
        primary key (node, day))`);
    await runner.query(`
      create table table_join (
        node bigint not null references entity (node) on delete cascade,
        day date not null,
        joins jsonb not null,
        primary key (node, day))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table table_join');
    await runner.query('drop table entity_usage');
  }
}
