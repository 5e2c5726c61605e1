import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import type { SchemaFile } from './schema-files';

/**
 * Runs the statements of these files, in the given order, in the transaction of the runner. Functions and triggers are replaced, so their files
 * may be applied again; those of tables make what is not there yet.
 *
 * @throws {Error} that names the file of which PostgreSQL refuses a statement
 */
export async function applySchema(runner: Pick<QueryRunner, 'query'>, ...files: readonly SchemaFile[]): Promise<void> {
  for (const file of files) {
    try {
      await runner.query(readFileSync(join(__dirname, file), 'utf8'));
    } catch (error) {
      throw new Error(`libs/database/src/schema/${file}: ${(error as Error).message}`, { cause: error });
    }
  }
}
