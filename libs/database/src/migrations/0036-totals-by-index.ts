import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Counts of contracts and incidents look at indexes alone. A description marks no documents but those that show it. */
export class TotalsByIndex0000000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(
      runner,
      'contract_unlike_most',
      `index contract_unlike_most on contract (latest_status) include (status, effective_from, effective_until)
         where live and latest_status is distinct from 'Success'`,
    );
    await replaceIndex(
      runner,
      'contract_there',
      'index contract_there on contract (node) include (status, effective_until) where live or gone_at is not null',
    );
    await replaceIndex(
      runner,
      'contract_incident_open',
      `unique index contract_incident_open on contract_incident (contract) include (status, created_at, assignee)
         where status <> 'Resolved'`,
    );
    await applySchema(runner, 'triggers/search_mark_entity_update.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}

async function replaceIndex(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`drop index if exists ${name}`);
  await runner.query(`create ${definition}`);
}
