import { migrateDatabase } from '@app/database';
import { startEmbeddedPostgres } from '@app/embedded';
import { startBenchDatabase, type BenchDatabase } from '../stack/bench-database';

/** `BENCH_SEARCH_DATA=<folder>`: the documents are kept there, so that a second run measures at once. */
const KEPT = process.env['BENCH_SEARCH_DATA'];

/** A database for the documents: one of its own that goes with the bench, or that of the folder, which stays. */
export async function searchDatabase(): Promise<Pick<BenchDatabase, 'url' | 'stop'>> {
  if (!KEPT) return startBenchDatabase();
  const server = await startEmbeddedPostgres({ dataDir: KEPT });
  await migrateDatabase(server.url);
  return { url: server.url, stop: () => server.stop() };
}
