import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What pipelines last did for the tables that they process, as their connectors tell. */
export class PipelineObservability1700000002930 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // body: what is told beside the pipeline itself, which is shown with its name of today.
    await runner.query(`
      create table pipeline_observability (
        asset bigint not null references entity (node) on delete cascade,
        pipeline bigint not null references entity (node) on delete cascade,
        body jsonb not null,
        primary key (asset, pipeline))`);
    // Without it a deletion of a pipeline would read the whole table.
    await runner.query(`create index pipeline_observability_pipeline on pipeline_observability (pipeline)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pipeline_observability');
  }
}
