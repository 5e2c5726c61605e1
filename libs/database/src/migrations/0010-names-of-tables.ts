import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Names of events find tables as the platform compares names: keys of names, the order of other names, names whose asset has another spelling. */
export class NamesOfTables0000000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await applySchema(runner, 'functions/name_key.sql', 'functions/dataset_parts.sql');
    // In a new database the seeds, of the same transaction, bar any look at the indexes of their table.
    await runner.query(`
      do $$ begin
        if to_regclass('entity_name_key') is null then
          create index entity_name_key on entity (parent, (name_key(name))) where type in ('database', 'databaseSchema', 'table');
        end if;
      end $$`);
    await runner.query('alter table openlineage_name add column if not exists loose boolean not null default false');
    await runner.query('alter table openlineage_alias add column if not exists position integer not null default 0');
    await runner.query('drop index if exists openlineage_name_wanted');
    await runner.query('create index openlineage_name_wanted on openlineage_name (wanted) where node is null or loose');
    await runner.query(
      'create index if not exists openlineage_name_open on openlineage_name (key) where node is null or loose',
    );
    await applySchema(runner, 'triggers/openlineage_arrival.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A migration is not undone: restore a backup instead'));
  }
}
