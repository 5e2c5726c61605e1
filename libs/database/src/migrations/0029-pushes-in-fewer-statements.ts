import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Writes what follows from a result in one statement, and finds contracts by key before it locks them. */
export class PushesInFewerStatements0000000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await applySchema(
      runner,
      'functions/summarise_results.sql',
      'functions/push_results.sql',
      'functions/keep_verdicts.sql',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
