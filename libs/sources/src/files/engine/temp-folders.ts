import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** Where several containers share the folder, a process of another one cannot be asked whether it lives. */
const OF_THIS_MACHINE = `catalog-data-${hostname()}-`;
/** A pid may be reused; the start time distinguishes the processes. */
const OF_THIS_PROCESS = `${OF_THIS_MACHINE}${process.pid}-${Math.trunc(performance.timeOrigin)}-`;

/** A new folder for temporary files of an engine, which says whose it is. */
export function makeTempFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), OF_THIS_PROCESS));
}

/** Never throws: what stays is removed by the next start of a worker. */
export async function removeTempFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** Removes folders of processes of this machine that have ended. @returns how many there were */
export async function removeLeftTempFolders(): Promise<number> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names.filter(isLeft);
  for (const name of left) await removeTempFolder(join(tmpdir(), name));
  return left.length;
}

function isLeft(name: string): boolean {
  if (!name.startsWith(OF_THIS_MACHINE) || name.startsWith(OF_THIS_PROCESS)) return false;
  const pid = Number(/^(\d+)-\d+-/.exec(name.slice(OF_THIS_MACHINE.length))?.[1] ?? NaN);
  return pid === process.pid || (pid > 0 && !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another account is one.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
