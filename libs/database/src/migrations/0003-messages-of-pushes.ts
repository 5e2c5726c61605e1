import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** The newest result of a contract has a sentence where a pipeline has pushed counts alone. */
export class MessagesOfPushes0000000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await applySchema(runner, 'functions/result_message.sql', 'functions/summarise_results.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
