import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@app/embedded';
import { type Connection, createConnection } from 'mysql2/promise';
import { eventually } from '../eventually';

/** A MariaDB of a test: the installed program, with data, socket and port of its own. */
export interface MariaDbServer {
  readonly port: number;
  /** As its superuser, over the socket. */
  readonly admin: Connection;
  stop(): Promise<void>;
}

/** Debian's places, and those of a build from the sources. */
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/usr/local/mysql/bin'];
const program = (name: string): string | undefined => FOLDERS.map((folder) => join(folder, name)).find(existsSync);

const SERVER = program('mariadbd');
const INSTALLER = program('mariadb-install-db');

/** Why suites that need it are left out; undefined where it is installed. */
export const MISSING_MARIADB =
  SERVER && INSTALLER ? undefined : 'MariaDB is not installed: apt-get install mariadb-server-core mariadb-client-core';

/** In memory where that is, since each table is a file. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const STOP_MS = 10_000;

/** Starts one; about 2 s. Nothing that is done in it survives. */
export async function startMariaDb(): Promise<MariaDbServer> {
  const folder = mkdtempSync(join(ROOT, 'catalog-mariadb-'));
  const socketPath = join(folder, 's');
  // A superuser would be asked for an account to run under.
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`, ...asRoot];
  const made = spawnSync(INSTALLER!, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const settings = [
    ...['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${socketPath}`, `--pid-file=${join(folder, 'pid')}`],
    // Small and quick: the data of a test needs neither room nor durability. Names are not looked up.
    ...['--innodb-buffer-pool-size=16M', '--innodb-flush-log-at-trx-commit=0', '--skip-name-resolve', '--skip-log-bin'],
    ...['--innodb-log-file-size=8M', '--performance-schema=off'],
    // What a plain server has, in which texts are equal that are not.
    ...['--character-set-server=latin1', '--collation-server=latin1_swedish_ci'],
  ];
  const server = spawn(SERVER!, [...common, ...settings], { stdio: 'ignore' });
  const exit = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    const admin = await eventually(() => connected(server, socketPath));
    return {
      port,
      admin: admin!,
      stop: async () => {
        admin!.destroy();
        await ended(server, exit);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await ended(server, exit);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function connected(server: ChildProcess, socketPath: string): Promise<Connection | undefined> {
  if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`);
  return createConnection({
    socketPath,
    user: 'root',
    charset: 'utf8mb4',
    timezone: 'Z',
    multipleStatements: true,
  }).catch(() => undefined);
}

async function ended(server: ChildProcess, exit: Promise<void>): Promise<void> {
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await exit;
  clearTimeout(timer);
}
