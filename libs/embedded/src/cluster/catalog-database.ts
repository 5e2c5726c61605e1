import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Client, DatabaseError } from 'pg';
import { type EmbeddedPostgresError, unusableData } from '../embedded-postgres.error';
import { withClient } from '../with-client';
import { passwordFile } from './data-layout';

/** The password of the superuser, or null when none was made yet. */
export function readPassword(dataDir: string): string | null {
  try {
    return readFileSync(passwordFile(dataDir), 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(dataDir, error);
  }
}

/** The password; made at first use, in a 0600 file, and never changed afterwards. Of two makers at once one wins. */
export function obtainPassword(dataDir: string): string {
  const known = readPassword(dataDir);
  if (known) return known;
  const draft = `${passwordFile(dataDir)}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, passwordFile(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return requirePassword(dataDir);
}

export function requirePassword(dataDir: string): string {
  const password = readPassword(dataDir);
  if (password) return password;
  throw unusableData(
    `The database in ${dataDir} is there but the file with its password, ${passwordFile(dataDir)}, is missing or empty. Restore it from a backup.`,
  );
}

function unreadable(dataDir: string, error: unknown): EmbeddedPostgresError {
  return unusableData(
    `Cannot read ${passwordFile(dataDir)}: ${(error as Error).message}. Only the user that started the stack can.`,
    error,
  );
}

/** The superuser of the cluster. It is reserved for the server: for what owners may not do, such as a backup. */
export const ADMINISTRATOR = 'postgres';
/** The role of the service: it owns its database and has no other right. */
const OWNER = 'app';
/** The database of the catalog within the cluster. */
const DATABASE_NAME = 'catalog';

/** SQLSTATEs that the second of two creators gets: the first has committed by then. */
const DUPLICATE = ['42P04', '42710', '23505'];
const WRONG_PASSWORD = '28P01';

/** The connection string by which the service connects. */
export function ownerUrl(port: number, password: string): string {
  return urlOf(port, OWNER, ownerPassword(password), DATABASE_NAME);
}

/** The connection string of the superuser. @param password the content of the file */
export function administratorUrl(port: number, password: string): string {
  return urlOf(port, ADMINISTRATOR, password, 'postgres');
}

/** Follows from that of the superuser, which does not follow from it: one file, and the URL of the service makes no superuser. */
const ownerPassword = (password: string): string => createHmac('sha256', password).update(OWNER).digest('hex');

/** The passwords need no escaping (hexadecimal). */
const urlOf = (port: number, user: string, password: string, database: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Makes the catalog's role and database where they are missing; safe when two do so at once. */
export async function ensureCatalogDatabase(port: number, password: string, dataDir: string): Promise<void> {
  const administrator = { connectionString: administratorUrl(port, password), connectionTimeoutMillis: 10_000 };
  try {
    await withClient(administrator, async (client) => {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
      if (rowCount) return;
      await makeOnce(client, `CREATE ROLE ${OWNER} LOGIN PASSWORD '${ownerPassword(password)}'`);
      await makeOnce(client, `CREATE DATABASE ${DATABASE_NAME} OWNER ${OWNER}`);
    });
  } catch (error) {
    throw error instanceof DatabaseError && error.code === WRONG_PASSWORD ? noAdministrator(dataDir, error) : error;
  }
}

async function makeOnce(client: Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !DUPLICATE.includes(error.code ?? '')) throw error;
  }
}

function noAdministrator(dataDir: string, error: unknown): EmbeddedPostgresError {
  return unusableData(
    `The database in ${dataDir} does not let its superuser "${ADMINISTRATOR}" in with the password in ${passwordFile(dataDir)}. Either the file belongs to another database, or an earlier version made this one with "${OWNER}" as its superuser, and it cannot be taken over: set another DATA_DIR, or move this one away.`,
    error,
  );
}
