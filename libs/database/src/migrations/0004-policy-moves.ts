import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Policies that governed a contract before its asset left them count for a while: the states of before are recorded from now on. */
export class PolicyMoves0000000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists contract_policy_move (
        contract bigint not null references entity (node) on delete cascade,
        transaction xid8 not null,
        moved_at bigint not null,
        because text not null,
        policies jsonb not null,
        until bigint,
        primary key (contract, transaction))`);
    await runner.query(
      `create index if not exists contract_policy_move_new on contract_policy_move (moved_at) where until is null`,
    );
    await runner.query(
      `create index if not exists contract_policy_move_until on contract_policy_move (until) where until is not null`,
    );
    await applySchema(
      runner,
      'functions/scoped_nodes.sql',
      'functions/record_policy_moves.sql',
      'functions/contract_changes_governed.sql',
      'triggers/record_reference_move.sql',
      'triggers/record_entity_move.sql',
      'triggers/record_scope_removal.sql',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A migration is not undone: restore a backup instead'));
  }
}
