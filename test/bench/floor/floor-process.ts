import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface FloorProcess {
  readonly pid: number;
  readonly port: number;
  /** Ends it, and waits until it has: a database that goes first would be an error to it. */
  stop(): Promise<void>;
}

/**
 * Starts a bare server on a database, with as many connections to it as the product has.
 *
 * @param program a compiled file that sends its port (0 for one without) when it is ready; without it the reader of contracts
 */
export async function startFloor(
  databaseUrl: string,
  poolSize: number,
  program = join(__dirname, 'floor.main.js'),
  environment: Readonly<Record<string, string>> = {},
): Promise<FloorProcess> {
  const child = fork(program, {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(poolSize), ...environment },
  });
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number];
  if (child.exitCode !== null) throw new Error(`The floor ended with ${child.exitCode}`);
  return { pid: child.pid as number, port, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
