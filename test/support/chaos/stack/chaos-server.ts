import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app/database';
import { isProcessAlive, startEmbeddedPostgres, stopEmbeddedPostgres } from '@app/embedded';
import type { EmbeddedPostgres } from '@app/embedded';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';

/** Followed by the pid of the test run that owns the folder. */
const FOLDER = 'catalog-chaos-';

/** A real PostgreSQL of one's own, which a test may crash. */
export class ChaosServer {
  private constructor(
    private readonly folder: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<ChaosServer> {
    await removeAbandoned();
    const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
    // As root the server runs under another account, which has to pass through.
    chmodSync(folder, 0o711);
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false });
    const own = new ChaosServer(folder, server);
    try {
      await migrateDatabase(server.url);
      await migrateQueue({ databaseUrl: server.url, workerConcurrency: 1 });
    } catch (error) {
      await own.remove();
      throw error;
    }
    return own;
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return this.server.port;
  }

  /** Where the processes may keep their own. */
  get dataDir(): string {
    return join(this.folder, 'data');
  }

  /** As `pg_ctl restart -m immediate`: no session ends in order, the log is replayed. Returns how long it was away, in ms. */
  async restartImmediately(): Promise<number> {
    const { pid, port } = this.server;
    const from = Date.now();
    process.kill(pid, 'SIGQUIT');
    await this.server.exited();
    this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, durable: false, preferredPort: port });
    if (this.server.port !== port) throw new Error(`the server came back on another port, ${this.server.port}`);
    return Date.now() - from;
  }

  /** Cuts every backend but the one that does so; returns how many there were. */
  async dropConnections(): Promise<number> {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and pid <> pg_backend_pid()`;
    return this.session(async (client) => (await client.query(text)).rowCount ?? 0);
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.session(async (client) => (await client.query(text, [...values])).rows as Row[]);
  }

  /** A session of the test's own, past every proxy. */
  async session<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async remove(): Promise<void> {
    await stopEmbeddedPostgres(this.dataDir);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A run that was killed leaves its server running and its folder behind; the next run clears up after it. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1];
    if (!owner || isProcessAlive(Number(owner))) continue;
    await stopEmbeddedPostgres(join(tmpdir(), name, 'data'));
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
