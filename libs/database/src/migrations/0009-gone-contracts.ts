import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Contracts that a crawl deletes with their tables are known, and their incidents stay open. */
export class GoneContracts0000000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table contract add column if not exists gone_at bigint`);
    await runner.query(`drop index if exists contract_broken`);
    await runner.query(
      `create index contract_broken on contract (verdict_since, node)
         where (live or gone_at is not null) and verdict in ('Failed', 'PartialSuccess')`,
    );
    await runner.query(
      `alter table crawled_entity add column if not exists renamed_to bigint references entity (node) on delete set null`,
    );
    await runner.query(
      `create index if not exists crawled_entity_renamed_to on crawled_entity (renamed_to) where renamed_to is not null`,
    );
    await applySchema(runner, 'functions/policies_of_contract.sql', 'triggers/end_incident.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
