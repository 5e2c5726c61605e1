import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Connections that are written from now on require TLS where they say nothing of it; those of before stay as they were. */
export class ConnectionsRequireTls0000000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table service_connection add column if not exists requires_tls boolean not null default false`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A migration is not undone: restore a backup instead'));
  }
}
