import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Naming rules that follow from services with data access, and rules that make tables. */
export class DerivedRules0000000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table openlineage_mapping
        add column if not exists derived boolean not null default false,
        add column if not exists source_database text collate "C",
        add column if not exists creates_tables boolean not null default false`);
    await runner.query('drop index if exists openlineage_mapping_prefix');
    await runner.query(`
      create unique index if not exists openlineage_mapping_rule on openlineage_mapping
        ((md5(namespace_prefix)::uuid), derived, (coalesce(source_database, '')))`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A migration is not undone: restore a backup instead'));
  }
}
