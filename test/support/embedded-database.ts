import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app/database';
import { isProcessAlive, startEmbeddedPostgres, stopEmbeddedPostgres } from '@app/embedded';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';

/** Migrated once for the whole run; every test database is a copy of it. Nobody may be connected to it. */
const TEMPLATE = 'test_template';

/** Where the workers of a run find its server; set by the global setup, inherited by them. */
const ADMIN_URL = 'TEST_DATABASE_ADMIN_URL';

/** Followed by the pid of the run that owns the folder. */
const FOLDER = 'catalog-test-';

/** A file system in memory. Each test has a database of hundreds of small files, which take four times as long on a disk. */
const MEMORY = '/dev/shm';
/** What a run takes is a fraction of it. */
const MEMORY_BYTES = 4 * 1024 ** 3;

/** The server of one test run. */
export interface TestServer {
  readonly adminUrl: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** A database of one's own, empty but for what the migrations put in. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, cutting whatever is still connected. */
  drop(): Promise<void>;
}

/** Starts one embedded PostgreSQL for a test run and migrates the template. Throw-away data: fsync is off. */
export async function startTestDatabase(): Promise<TestServer> {
  await removeAbandonedRuns();
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), `${FOLDER}${process.pid}-`));
  // As root the server runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[ADMIN_URL] = server.url;
  return { adminUrl: server.url, stop };
}

/** A fresh, migrated database on the run's server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env[ADMIN_URL];
  if (!adminUrl) throw new Error(`${ADMIN_URL} is not set: run this test in a Jest project that has the global setup`);
  const name = `test_${randomBytes(8).toString('hex')}`;
  // A copy of its files takes half of the CPU of a copy through the log, which is the default.
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  return {
    url: urlOf(adminUrl, name),
    drop: () => administer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A run that was killed leaves its server running and its folder behind; the next run clears up after it. */
async function removeAbandonedRuns(): Promise<void> {
  for (const place of [tmpdir(), MEMORY].filter((each) => existsSync(each)))
    for (const name of readdirSync(place)) {
      const owner = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1];
      if (!owner || isProcessAlive(Number(owner))) continue;
      await stopEmbeddedPostgres(join(place, name, 'data'));
      rmSync(join(place, name), { recursive: true, force: true });
    }
}

/** Containers often have little of it. */
function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_BYTES;
  } catch {
    return false;
  }
}

async function makeTemplate(adminUrl: string): Promise<void> {
  await administer(adminUrl, `CREATE DATABASE ${TEMPLATE}`);
  await migrateDatabase(urlOf(adminUrl, TEMPLATE));
  await migrateQueue({ databaseUrl: urlOf(adminUrl, TEMPLATE), workerConcurrency: 1 });
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
