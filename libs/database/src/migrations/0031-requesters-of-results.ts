import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Stores with each new result who requested or pushed it. */
export class RequestersOfResults0000000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await applySchema(runner, 'functions/request_runs.sql', 'functions/push_results.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
