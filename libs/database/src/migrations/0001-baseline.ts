import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';
import { SCHEMA_FILES } from '../schema/schema-files';

/** Where every database begins: all that the files of the schema say at present. */
export class Baseline0000000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await applySchema(runner, ...SCHEMA_FILES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Nothing comes before the baseline: drop the database instead'));
  }
}
