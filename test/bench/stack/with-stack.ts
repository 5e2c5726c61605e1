import { Client } from 'pg';
import { BenchApi } from './bench-api';
import { startBenchDatabase, type BenchDatabase } from './bench-database';

/** Connections of each process of the API to its database, and of a floor that stands beside it: the product's own default. */
export const POOL_SIZE = 10;

/** Works on a migrated database that goes afterwards, whatever came of the work. */
export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const database = await startBenchDatabase();
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

/**
 * Works with the API on that database. It may be stopped before the work is done.
 * @param more settings beside the database's
 */
export async function withApi<T>(
  database: BenchDatabase,
  work: (api: BenchApi) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const api = await BenchApi.start(database, POOL_SIZE, more);
  try {
    return await work(api);
  } finally {
    await api.stop();
  }
}

/** The settings of an API that takes as many processors as the floor with its database. */
export const TWO_PROCESSES = { API_PROCESSES: '2' };

/** Works with a connection of the bench itself: to seed, to look, to be the floor. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** For what is not searched: the service would index what was seeded by SQL for minutes, beside what is measured. */
export async function leaveOutOfSearch(url: string): Promise<void> {
  await withClient(url, (client) => client.query('truncate search_mark'));
}
