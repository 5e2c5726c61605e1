import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/**
 * The input of incidents, which triggers note and the library `incidents` follows. Functions that processes of the release before call stay: they
 * open and end incidents by hand with them.
 */
export class IncidentInput0000000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists incident_input (
        seq bigint generated always as identity primary key,
        contract bigint not null references contract (node) on delete cascade,
        at bigint not null,
        ended text,
        ended_at bigint,
        added jsonb not null default '[]',
        removed jsonb not null default '[]',
        newest bigint,
        rules jsonb
      )`);
    await runner.query(`create index if not exists incident_input_contract on incident_input (contract, seq)`);
    await applySchema(
      runner,
      'functions/note_verdicts.sql',
      'functions/summarise_results.sql',
      'triggers/end_incident.sql',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
