import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@app/embedded';

/** Its program: of PGBOUNCER, or Debian's package. */
const PROGRAM = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';
/** The first release that keeps prepared statements apart where sessions are shared. */
const SHARES_SINCE = [1, 21] as const;
/** It refuses to run as root. */
const NOBODY = 65534;

type Mode = 'session' | 'transaction';

const release = existsSync(PROGRAM)
  ? /PgBouncer (\d+)\.(\d+)/
      .exec(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }))
      ?.slice(1, 3)
      .map(Number)
  : undefined;

/** Why no PgBouncer of this mode can be had, or undefined. */
export function missingPgBouncer(mode: Mode): string | undefined {
  if (!release) return `no PgBouncer at ${PROGRAM}: apt-get install pgbouncer, or PGBOUNCER names one`;
  const [major = 0, minor = 0] = release;
  const shares = major > SHARES_SINCE[0] || (major === SHARES_SINCE[0] && minor >= SHARES_SINCE[1]);
  return mode === 'session' || shares
    ? undefined
    : `PgBouncer ${release.join('.')} shares no prepared statements: 1.21 does`;
}

/** A PgBouncer of one's own in front of the server of a URL. */
export class PgBouncer {
  private constructor(
    /** The same database by it. */
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(mode: Mode, databaseUrl: string, connections: number): Promise<PgBouncer> {
    const { hostname, port, username, password } = new URL(databaseUrl);
    const folder = mkdtempSync(join(tmpdir(), 'catalog-pgbouncer-'));
    chmodSync(folder, 0o755);
    const own = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`, { mode: 0o644 });
    writeFileSync(
      file,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = 500
${mode === 'transaction' ? 'max_prepared_statements = 500' : ''}
`,
      { mode: 0o644 },
    );
    const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const child = spawn(PROGRAM, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (data: Buffer) => {
        lines.push(data.toString());
        if (/process up/.test(data.toString())) resolve();
      });
      child.once('exit', () => reject(new Error(`PgBouncer ended: ${lines.join('')}`)));
    });
    const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${own}` }).href;
    return new PgBouncer(url, child, folder);
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGQUIT');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
