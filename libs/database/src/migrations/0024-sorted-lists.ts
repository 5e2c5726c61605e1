import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes in the orders of lists of contracts and of incidents. */
export class SortedLists0000000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index if not exists contract_by_since on contract ((coalesce(verdict_since, 0)), node)`);
    await runner.query(`
      create index if not exists contract_by_status on contract (
        (array_position('{Failed,PartialSuccess,Aborted,Running,Queued,Success,None}'::text[], coalesce(latest_status, 'None'))),
        (coalesce(verdict_since, 0)), node)`);
    await runner.query(`
      create index if not exists contract_incident_by_status on contract_incident (
        (array_position('{New,Ack,Assigned,Resolved}'::text[], status)), opened_at, place)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
