import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Proposals that lack a consumer who is gone are noted as such, and found by an index; all open ones are looked at once. */
export class ProposalsByWhatIsDue0000000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table contract_proposal add column if not exists consumer_gone boolean not null default false',
    );
    await runner.query(
      `create index if not exists contract_proposal_consumer_gone on contract_proposal (contract) where ended_at is null and consumer_gone`,
    );
    await applySchema(runner, 'triggers/note_consumer_gone.sql', 'triggers/note_party_deleted.sql');
    await applySchema(runner, 'triggers/notify_proposal_due.sql');
    await runner.query(
      'update contract_proposal set consumer_gone = true where ended_at is null and deadline is not null',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
