import { notReady, READY, type AskPart, type Fault, type PartState } from '@app/common';
import type { Database } from './database';
import { sqlState } from './transaction';
import { isUnavailable } from './unavailable';

const READ_ONLY =
  'it takes no writes: it is a standby, or default_transaction_read_only is on. Connections are opened anew until the server is one that does';

/** Health checks of the database that every process runs. */
export function databaseParts(database: Database): Readonly<Record<'database' | 'migrations', AskPart>> {
  return {
    database: async () => {
      await database.takesWrites();
      return READY;
    },
    migrations: () => migrationState(database),
  };
}

/** On a server that takes no writes, reads work and writes are refused. */
export const writesPart = (database: Database): Readonly<Record<'writes', AskPart>> => ({
  // Whether it answers is the matter of another part.
  writes: async () => ((await database.takesWrites().catch(() => true)) ? READY : notReady(READ_ONLY)),
});

/** While commits wait for a synchronous standby, reads work and writes are refused. */
export const commitsPart = (database: Database): Readonly<Record<'commits', AskPart>> => ({
  commits: async () => {
    // Whether it answers is the matter of another part.
    await database.takesWrites().catch(() => undefined);
    return database.commits.state();
  },
});

/** When the disk is full, reads work and writes fail. */
export const diskPart = (database: Database): Readonly<Record<'disk', AskPart>> => ({
  disk: async () => (database.disk.isFull ? notReady('the disk of the database is full') : READY),
});

async function migrationState(database: Database): Promise<PartState> {
  const { length } = await database.pendingMigrations();
  return length === 0 ? READY : notReady(`${length} to run, with npm run db:migrate`);
}

/** Background work that fails each time. @param tasks of the process */
export const backgroundPart = (tasks: {
  readonly faults: readonly Fault[];
}): Readonly<Record<'background', AskPart>> => ({
  background: async () => faultState(tasks.faults),
});

/** Not ready where some work fails each time for what it asks, or by a defect. An outage is the matter of other parts. */
export function faultState(faults: readonly Fault[]): PartState {
  const reasons = faults.flatMap(({ failing, error }) =>
    isDefect(error) ? [`${failing}: ${publicMessage(error)}`] : [],
  );
  return reasons.length > 0 ? notReady([...new Set(reasons)].join('; ')) : READY;
}

const STATE = /^[0-9A-Z]{5}$/;
/** Classes of the SQLSTATEs whose messages may show a value. */
const SHOWS_A_VALUE = /^(22|23)/;

function isDefect(error: unknown): error is Error {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return true;
  return STATE.test(sqlState(error) ?? '') && !isUnavailable(error);
}

function publicMessage(error: Error): string {
  const state = sqlState(error) ?? '';
  return SHOWS_A_VALUE.test(state) ? `the database refuses a value (${state}), see the log` : error.message;
}
