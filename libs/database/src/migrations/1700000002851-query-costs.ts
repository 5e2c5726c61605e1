import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What queries cost, as ingestion reports it. */
export class QueryCosts1700000002851 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // timestamp: epoch ms. body: cost, count and totalDuration.
    await runner.query(`
      create table query_cost (
        query bigint not null references entity (node) on delete cascade,
        timestamp bigint not null,
        body jsonb not null,
        primary key (query, timestamp))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table query_cost');
  }
}
