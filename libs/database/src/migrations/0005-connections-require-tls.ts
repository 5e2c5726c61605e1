import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Connections that are written from now on require TLS where they say nothing of it; those of before stay as they were. */
export class ConnectionsRequireTls0000000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table service_connection add column if not exists requires_tls boolean not null default false`,
    );
    // Numbers of transactions of a restored database are distinguished from those of its server.
    await applySchema(runner, 'functions/record_policy_moves.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A migration is not undone: restore a backup instead'));
  }
}
