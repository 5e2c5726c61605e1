import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app/database';
import { isProcessAlive, startEmbeddedPostgres, stopEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';
import { SmallDisk } from './small-disk';

/** Followed by the pid of the test run that owns the folder. */
const FOLDER = 'catalog-chaos-';

/** An API and five workers have up to 46 each (docs/operations.md, Pools), and those that die leave theirs for a while. */
const CONNECTIONS = 300;

/** On the small disk beside the tables that it takes over, in MB. */
const ROOM = 200;

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
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), connections: CONNECTIONS });
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
    const from = Date.now();
    await this.restarted(async () => {
      process.kill(this.server.pid, 'SIGQUIT');
      await this.server.exited();
    });
    return Date.now() - from;
  }

  /**
   * Has the tables, but not the log, on a disk of their own while `work` is done, and puts them back. The server is restarted
   * before and after it.
   */
  async onSmallDisk<T>(work: (disk: SmallDisk) => Promise<T>): Promise<T> {
    const base = join(realpathSync(join(this.dataDir, 'postgres')), 'base');
    const aside = `${base}.aside`;
    const disk = SmallDisk.mount(this.folder, megabytesOf(base) + ROOM);
    const moved = join(disk.path, 'base');
    await this.restarted(async () => {
      await this.server.stop();
      copyOwned(base, moved);
      renameSync(base, aside);
      symlinkSync(moved, base);
    });
    try {
      return await work(disk);
    } finally {
      await this.restarted(async () => {
        await this.server.stop();
        rmSync(base);
        rmSync(aside, { recursive: true });
        copyOwned(moved, base);
      });
      disk.unmount();
    }
  }

  private async restarted(away: () => Promise<void>): Promise<void> {
    const { port } = this.server;
    await away();
    this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, preferredPort: port, connections: CONNECTIONS });
    if (this.server.port !== port) throw new Error(`the server came back on another port, ${this.server.port}`);
  }

  /** Cuts every backend but the one that does so; returns how many there were. */
  async dropConnections(): Promise<number> {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
    return this.session(async (client) => (await client.query(text)).rowCount ?? 0);
  }

  /** A further one, with nothing in it. Returns its URL. */
  async makeDatabase(name: string): Promise<string> {
    const url = new URL(this.url);
    const administrator = new Client({ connectionString: this.server.administratorUrl });
    await administrator.connect();
    try {
      await administrator.query(`create database ${name} owner ${url.username}`);
    } finally {
      await administrator.end();
    }
    return Object.assign(url, { pathname: `/${name}` }).href;
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
    SmallDisk.release(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A run that was killed leaves its server running and its folder behind; the next run clears up after it. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1];
    if (!owner || isProcessAlive(Number(owner))) continue;
    await stopEmbeddedPostgres(join(tmpdir(), name, 'data'));
    SmallDisk.release(join(tmpdir(), name));
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** With owners and modes, which the server insists on. */
function copyOwned(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to], { stdio: 'pipe' });
}

function megabytesOf(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10);
}
