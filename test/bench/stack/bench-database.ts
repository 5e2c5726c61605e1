import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';

/** A folder that goes when the bench does. As root PostgreSQL runs under another account, which has to pass through. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'catalog-bench-'));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface BenchDatabase extends Pick<EmbeddedPostgres, 'url' | 'administratorUrl' | 'pid'> {
  /** DATA_DIR of whatever works on it. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** What is seeded is on the disk before anything is measured. */
async function mayCheckpoint({ url, administratorUrl }: EmbeddedPostgres): Promise<void> {
  const administrator = new Client({ connectionString: administratorUrl });
  await administrator.connect();
  try {
    await administrator.query(`grant pg_checkpoint to ${new URL(url).username}`);
  } finally {
    await administrator.end();
  }
}

/** The embedded PostgreSQL as it ships (durable), migrated, in a folder of its own. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const server = await startEmbeddedPostgres({ dataDir });
  const stop = async (): Promise<void> => {
    await server.stop();
    folder.remove();
  };
  try {
    await mayCheckpoint(server);
    await migrateDatabase(server.url);
    await migrateQueue({ databaseUrl: server.url, workerConcurrency: 1 });
  } catch (error) {
    await stop();
    throw error;
  }
  const { url, administratorUrl, pid } = server;
  return { url, administratorUrl, pid, dataDir, stop };
}
