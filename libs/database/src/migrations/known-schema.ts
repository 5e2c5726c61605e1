import { StartError } from '@app/common';
import type { QueryRunner } from 'typeorm';
import { schemaDifferences, schemaDigest } from '../schema/compare-schema';

/** Differences that the sentence names. */
const NAMED = 3;

/** The digest of a database in which no build has left one. */
export const NO_DIGEST = 'none';

/**
 * The digest of the schema files of the build that migrated last: a comment on the table of migrations, so that a copy of the database has it.
 */
export const STORED_DIGEST = `select coalesce(substring(obj_description(to_regclass('migration')) from '^schema ([0-9a-f]{64})$'), '${NO_DIGEST}') as digest`;

const CURE =
  'Start the build that made it, take a backup with it (npm run backup, or pg_dump) and go on with that build, or export what you need ' +
  'and start this one on an empty DATA_DIR or database; `npm run restore` brings the backup back';

/**
 * Stores the digest of this build, once the schema is what its files say.
 *
 * @throws {StartError} where the schema is another one: that of a build from which no migration leads here
 */
export async function acceptSchema(runner: QueryRunner, isNew: boolean): Promise<void> {
  const digest = schemaDigest();
  const [stored] = (await runner.query(STORED_DIGEST)) as { digest: string }[];
  if (stored?.digest === digest) return;
  if (!isNew) await refuseOther(runner);
  await runner.query(`comment on table migration is 'schema ${digest}'`);
}

async function refuseOther(runner: QueryRunner): Promise<void> {
  const differences = await schemaDifferences(runner);
  if (differences.length === 0) return;
  const more = differences.length > NAMED ? ` and ${differences.length - NAMED} more` : '';
  throw new StartError(
    `The schema of the database is that of another build, from which no migration leads to this one (missing or different: ` +
      `${differences.slice(0, NAMED).join(', ')}${more}). Nothing was changed. ${CURE}.`,
  );
}

/** @throws {StartError} where a build with the same migrations and other files of the schema migrated the database last */
export function refuseOtherDigest(stored: string): void {
  if (stored === NO_DIGEST || stored === schemaDigest()) return;
  throw new StartError(
    'The schema of the database is that of another build with the same migrations: `npm run db:migrate` of this build says whether it can be ' +
      `used. ${CURE}.`,
  );
}
