import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Schedules with an earlier tick than before notify workers of it. */
export class NotifiedSchedules0000000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await applySchema(runner, 'triggers/notify_schedule.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
