import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Client, DatabaseError } from 'pg';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { passwordFile } from './data-layout';

/** The password of the database user, or null when none was made yet. */
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

/** The password of an existing database. */
export function requirePassword(dataDir: string): string {
  const password = readPassword(dataDir);
  if (password) return password;
  throw new EmbeddedPostgresError(
    'data_directory_unusable',
    `The database in ${dataDir} is there but the file with its password, ${passwordFile(dataDir)}, is missing or empty. Restore it from a backup.`,
  );
}

function unreadable(dataDir: string, error: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'data_directory_unusable',
    `Cannot read ${passwordFile(dataDir)}: ${(error as Error).message}. Only the user that started the stack can.`,
    error,
  );
}

/** The one role of the embedded database; it owns everything. */
export const DATABASE_USER = 'app';
/** The database of the catalog within the cluster. */
export const DATABASE_NAME = 'catalog';

/** What the second of two creators gets: the first has committed by then. */
const DUPLICATE = ['42P04', '23505'];

/** The connection string of a database of the embedded server; the password needs no escaping (hexadecimal). */
export function databaseUrl(port: number, password: string, database = DATABASE_NAME): string {
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Makes the catalog's database where it is missing; safe when two do so at once. */
export async function ensureCatalogDatabase(port: number, password: string): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl(port, password, 'postgres'),
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener a connection cut between two statements would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !DUPLICATE.includes(error.code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
