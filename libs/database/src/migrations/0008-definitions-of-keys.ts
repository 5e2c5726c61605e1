import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Test definitions of references to other tables, and of combinations of columns. */
export class DefinitionsOfKeys0000000000008 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return applySchema(runner, 'seeds/test_definitions.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
