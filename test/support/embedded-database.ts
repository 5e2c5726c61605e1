import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app/database';
import { isProcessAlive, startEmbeddedPostgres, stopEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';

/** Migrated once for the whole run; every test database is a copy of it. Nobody may be connected to it. */
const TEMPLATE = 'test_template';

/** Where the workers of a run find its server, as its superuser and as the ordinary role of the service; set by the global setup, inherited. */
const ADMIN_URL = 'TEST_DATABASE_ADMIN_URL';
const OWNER_URL = 'TEST_DATABASE_OWNER_URL';

/** A folder with `bin`, `lib` and `share` of another release of PostgreSQL, which the run uses instead of the embedded one. */
const BINARIES = 'TEST_POSTGRES_BINARIES';

/** Followed by the pid of the run that owns the folder. */
const FOLDER = 'catalog-test-';

/** A file system in memory. Each test has a database of hundreds of small files, which take four times as long on a disk. */
const MEMORY = '/dev/shm';
/** What a run takes is a fraction of it. */
const MEMORY_BYTES = 4 * 1024 ** 3;

/** The server of one test run. */
export interface TestServer {
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** A database of one's own, empty but for what the migrations put in. */
export interface TestDatabase {
  /** As its owner, who is no superuser and may make neither databases nor roles. */
  readonly url: string;
  /** As the superuser, for what a test has to arrange that the service may not do. */
  readonly adminUrl: string;
  /** Removes it, cutting whatever is still connected. */
  drop(): Promise<void>;
}

/** Starts one embedded PostgreSQL for a test run and migrates the template. Throw-away data: fsync is off. */
export async function startTestDatabase(): Promise<TestServer> {
  await removeAbandonedRuns();
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), `${FOLDER}${process.pid}-`));
  // As root the server runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
  const native = process.env[BINARIES] || undefined;
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false, native });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[ADMIN_URL] = server.administratorUrl;
  process.env[OWNER_URL] = server.url;
  return { stop };
}

/** A fresh database on the run's server. @param template what it is a copy of: by default a migrated one */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const { [ADMIN_URL]: adminUrl, [OWNER_URL]: ownerUrl } = process.env;
  if (!adminUrl || !ownerUrl)
    throw new Error(`${ADMIN_URL} is not set: run this test in a Jest project that has the global setup`);
  const name = `test_${randomBytes(8).toString('hex')}`;
  // A copy of its files takes half of the CPU of a copy through the log, which is the default from PostgreSQL 15 on; 14 knows no other.
  const strategy = process.env[BINARIES] ? '' : ' STRATEGY file_copy';
  const owner = new URL(ownerUrl).username;
  await administer(adminUrl, `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${template}${strategy}`);
  return {
    url: urlOf(ownerUrl, name),
    adminUrl: urlOf(adminUrl, name),
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

async function makeTemplate({ administratorUrl, url }: EmbeddedPostgres): Promise<void> {
  await administer(administratorUrl, `CREATE DATABASE ${TEMPLATE} OWNER ${new URL(url).username}`);
  await migrateDatabase(urlOf(url, TEMPLATE));
  await migrateQueue({ databaseUrl: urlOf(url, TEMPLATE), workerConcurrency: 1 });
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
