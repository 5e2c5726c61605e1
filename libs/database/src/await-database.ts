import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@app/common';
import { DatabaseError } from 'pg';
import { MIGRATIONS } from './migrations';
import { requireSettings, SETTINGS_ASKED, SETTINGS_FOUND, type FoundSetting } from './connection/required-settings';
import { ResilientClient } from './resilient-client';
import { NO_DIGEST, refuseOtherDigest, STORED_DIGEST } from './migrations/known-schema';
import { refuseUnreleased } from './migrations/unreleased';

export interface DatabaseWait {
  readonly url: string;
  /** Creates missing tables; absent if another process does. */
  readonly migrate?: () => Promise<unknown>;
  /** Called with the reason of the wait: when it changes, and once a minute. */
  readonly tell: (reason: string) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const CONNECT_MS = 5_000;
const TOLD_AGAIN_MS = 60_000;

const NO_PRIVILEGE = '42501';
const BLIND = 'its search path has no schema that it may use';
/** SQLSTATEs that no waiting mends, with their cure. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'set its user and password',
  '28000': 'set its user, or allow the login in pg_hba.conf',
  '3D000': 'create the database, or set its name',
  [NO_PRIVILEGE]:
    'have the owner of the tables grant its user usage on the schema (without Redis on bullmq too), select, insert, update and delete on all tables, ' +
    'usage and select on all sequences and execute on all functions, as "The database" in docs/operations.md says',
};
/** SQLSTATEs of a server that starts, stops or is full. */
const PASSING = ['57P01', '57P02', '57P03', '53300'];
const UNDEFINED_TABLE = '42P01';

/**
 * Resolves once the database answers and has every table that this release needs, however long that takes; one of a newer release
 * will do.
 *
 * @throws {StartError} where the server refuses the login or the database for good or has a setting that must be another one, or another build made the
 *   database
 */
export async function awaitDatabase({ url, migrate, tell, signal }: DatabaseWait): Promise<void> {
  let told = { reason: '', at: 0 };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const { isWhole, isCurable, reason } = await schemaState(url);
    if (isWhole) return;
    if (isCurable && migrate) {
      await migrate();
      continue;
    }
    if (reason !== told.reason || Date.now() - told.at > TOLD_AGAIN_MS) {
      tell(reason);
      told = { reason, at: Date.now() };
    }
    await delay(pauseMs, undefined, { signal });
  }
}

/** How far the database is. */
interface SchemaState {
  readonly isWhole?: true;
  /** Whether a migration is all that it needs. */
  readonly isCurable?: true;
  readonly reason: string;
}

const WHOLE: SchemaState = { isWhole: true, reason: '' };

const curable = (fault: string): SchemaState => ({
  isCurable: true,
  reason: `the database of DATABASE_URL ${fault}: waiting until \`npm run db:migrate\` has run (or set MIGRATE_ON_START=on)`,
});

const lacks = (count: number): SchemaState => curable(`lacks ${count} of ${MIGRATIONS.length} migrations`);

async function schemaState(url: string): Promise<SchemaState> {
  const client = clientOf(url);
  try {
    await client.connect();
    requireSettings((await client.query<FoundSetting>(SETTINGS_FOUND, SETTINGS_ASKED)).rows);
    const { rows } = await client.query<{ name: string; digest: string }>(
      `select m.name, s.digest from migration m, (${STORED_DIGEST}) s`,
    );
    const done = new Set(rows.map(({ name }) => name));
    refuseUnreleased(done);
    const lacking = MIGRATIONS.filter(({ name }) => !done.has(name)).length;
    // One of a newer release has more migrations than this build knows.
    if (lacking > 0) return lacks(lacking);
    if (done.size > MIGRATIONS.length) return WHOLE;
    const digest = rows[0]?.digest ?? NO_DIGEST;
    refuseOtherDigest(digest);
    return digest === NO_DIGEST ? curable('was not compared with the schema of this build') : WHOLE;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const state = error instanceof DatabaseError ? error.code : undefined;
    if (state === UNDEFINED_TABLE) {
      await requireSchema(client);
      return lacks(MIGRATIONS.length);
    }
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    const cure = REFUSALS[state ?? ''];
    if (cure !== undefined) throw refusal(reason, cure, error);
    if (state !== undefined && !PASSING.includes(state)) throw error;
    return { reason: `the database of DATABASE_URL does not answer (${reason}): waiting for it` };
  } finally {
    await client.end().catch(() => undefined);
  }
}

const refusal = (reason: string | undefined, cure: string, cause?: unknown): StartError =>
  new StartError(`DATABASE_URL: ${reason}; ${cure}.`, { cause });

/** Requires that the role may use the schema: of one that it may not use it sees no table, as if none were there. */
async function requireSchema(client: ResilientClient): Promise<void> {
  const asked = client.query<{ name: string | null }>('select current_schema() as name');
  const name = await asked.then(
    ({ rows: [row] }) => row?.name,
    () => undefined,
  );
  if (name === null) throw refusal(BLIND, REFUSALS[NO_PRIVILEGE] ?? '');
}

/** The files of certificates that a URL names are read here. */
function clientOf(url: string): ResilientClient {
  try {
    return new ResilientClient({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      orReadOnly: true,
    });
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(`DATABASE_URL: ${message}; name a file that the user of the service can read.`, {
      cause: error,
    });
  }
}
