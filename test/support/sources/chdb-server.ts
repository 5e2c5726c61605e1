import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { driverState } from '@app/sources';

/** The engine of ClickHouse 26.9, from PyPI, in the user's cache. */
const VERSION = '26.9.0';
const { CHDB_VENV, XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env;
const FOLDER = CHDB_VENV ?? join(XDG_CACHE_HOME, 'metadata-catalog', `chdb-core-${VERSION}`);
const PYTHON = join(FOLDER, 'bin/python');

/** Why suites that need it are left out; undefined where it is there. */
export const MISSING_CHDB = !existsSync(PYTHON)
  ? `There is no ${FOLDER}: python3 -m venv ${FOLDER} && ${PYTHON} -m pip install chdb-core==${VERSION}`
  : driverState('@clickhouse/client').installed
    ? undefined
    : 'The driver @clickhouse/client is not installed: npm ci';

/** A ClickHouse of a test, in memory. */
export interface ChdbServer {
  readonly port: number;
  /** Runs a statement that may write. @returns its rows, tab-separated */
  run(sql: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts one; about 2 s. */
export async function startChdb(user: string, password: string): Promise<ChdbServer> {
  const server = spawn(PYTHON, [join(__dirname, 'chdb-server.py'), user, password], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const port = Number(line);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return {
    port,
    run: async (sql) => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body: sql,
        headers: { authorization },
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text;
    },
    stop: async () => {
      const exit = once(server, 'exit');
      server.stdin.end();
      await exit;
    },
  };
}
