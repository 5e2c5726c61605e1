import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open incidents are counted by status from their index alone. */
export class OpenIncidentsByStatus0000000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists contract_incident_open');
    await runner.query(
      `create unique index contract_incident_open on contract_incident (contract) include (status) where status <> 'Resolved'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
