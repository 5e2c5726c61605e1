import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Profiles of tables and runs of pipelines, as they were reported. */
export class Evidence1700000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE_PROFILE);
    await runner.query(PIPELINE_STATUS);
    await runner.query(DERIVED_OBSERVATIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index observation_derived`);
    await runner.query(`drop table pipeline_status, table_profile`);
  }
}

// Times in epoch ms. body: the profile of the table without its timestamp; columns, systems: the profiles of its columns and
// of the writes to it that came along. The newest body also stands in the table's own details, where readers find it.
const TABLE_PROFILE = `
  create table table_profile (
    asset bigint not null references entity (node) on delete cascade,
    timestamp bigint not null,
    body jsonb not null,
    columns jsonb not null,
    systems jsonb not null,
    primary key (asset, timestamp)
  );
  -- Most profiles have columns; those that do not are not looked at for the columns' newest ones.
  create index table_profile_of_columns on table_profile (asset, timestamp) where columns <> '[]';
`;

const PIPELINE_STATUS = `
  create table pipeline_status (
    pipeline bigint not null references entity (node) on delete cascade,
    timestamp bigint not null,
    body jsonb not null,
    primary key (pipeline, timestamp)
  );
`;

// Observations that follow from other evidence go and come with it; those that were pushed have other sources.
const DERIVED_OBSERVATIONS = `
  create index observation_derived on observation (asset, source) where source like 'catalog:%';
`;
