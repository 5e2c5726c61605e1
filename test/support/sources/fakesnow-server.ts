import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { driverState } from '@app/sources';

/** A folder of Python and one of the driver: together they are 300 MB that no other test needs, and a run takes a minute. */
const { FAKESNOW_VENV = '', DATA_DRIVERS_DIR = '' } = process.env;
const PYTHON = join(FAKESNOW_VENV, 'bin/python');
const DRIVER = 'snowflake-sdk';

/** Why suites that need it are left out; undefined where it is there. */
export const MISSING_FAKESNOW =
  FAKESNOW_VENV && existsSync(PYTHON) && driverState(DRIVER, DATA_DRIVERS_DIR).installed
    ? undefined
    : `FAKESNOW_VENV names no environment with fakesnow[server]==0.12.1 and snowflake-connector-python<5, or DATA_DRIVERS_DIR none with ${DRIVER}`;

/** A fakesnow of a test, in memory. */
export interface FakesnowServer {
  /** Folder of a driver that is the real one, but for where it connects to. */
  readonly drivers: string;
  /** Runs a statement that may write. */
  run(sql: string): Promise<void>;
  /** How many statements run now. */
  running(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts one; about 4 s. */
export async function startFakesnow(user: string, password: string, database: string): Promise<FakesnowServer> {
  const server = spawn(PYTHON, [join(__dirname, 'fakesnow-server.py'), user, password, database], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const port = Number(line);
  const drivers = mkdtempSync(join(tmpdir(), 'catalog-snowflake-'));
  writeDriver(drivers, port);
  const ask = async (path: string, body?: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, body === undefined ? {} : { method: 'POST', body });
    if (!answer.ok) throw new Error(`${body}: ${await answer.text()}`);
    return answer.text();
  };
  return {
    drivers,
    run: async (sql) => void (await ask('/run', sql)),
    running: async () => Number(await ask('/running')),
    stop: async () => {
      const exit = once(server, 'exit');
      server.stdin.end();
      await exit;
      rmSync(drivers, { recursive: true, force: true });
    },
  };
}

/** An account is a name of the cloud; here it leads to the server of the test, and each other one to a port where nothing listens. */
function writeDriver(folder: string, port: number): void {
  const place = join(folder, 'node_modules', DRIVER);
  mkdirSync(place, { recursive: true });
  const described = { name: DRIVER, version: driverState(DRIVER, DATA_DRIVERS_DIR).version, main: 'index.cjs' };
  writeFileSync(join(place, 'package.json'), JSON.stringify(described));
  writeFileSync(
    join(place, 'index.cjs'),
    `const real = require(${JSON.stringify(join(DATA_DRIVERS_DIR, 'node_modules', DRIVER))});
const places = { test: 'http://127.0.0.1:${port}', refused: 'http://127.0.0.1:1', unknown: 'http://no-such-host.invalid' };
module.exports = {
  ...real,
  configure: (options) => real.configure(options),
  createConnection: (options) => real.createConnection({ ...options, accessUrl: places[options.account] }),
};
`,
  );
}
