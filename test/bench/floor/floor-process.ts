import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface FloorProcess {
  readonly pid: number;
  readonly port: number;
  stop(): void;
}

/** Starts the bare server on a database, with as many connections to it as the product has. */
export async function startFloor(databaseUrl: string, poolSize: number): Promise<FloorProcess> {
  const child = fork(join(__dirname, 'floor.main.js'), {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(poolSize) },
  });
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number];
  if (child.exitCode !== null) throw new Error(`The floor ended with ${child.exitCode}`);
  return { pid: child.pid as number, port, stop: () => child.disconnect() };
}
