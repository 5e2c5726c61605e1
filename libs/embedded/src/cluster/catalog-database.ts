import { Client, DatabaseError } from 'pg';
import { DATABASE_USER } from './initialise';

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
