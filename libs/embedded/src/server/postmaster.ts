import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unusableData } from '../embedded-postgres.error';
import { allProcesses, commandLine, isProcessAlive, parentOf, processStartTime } from './process-identity';

/** Content of `postmaster.pid`, which PostgreSQL writes; the port is 0 until it is known. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | 'unknown';
}

/** How often a state that sends no event is looked at. */
const POLL_MS = 15;

/** How long a fast shutdown (it writes a checkpoint) may take, and then an immediate one, before the next harder signal. */
const FAST_STOP_MS = 5_000;
const IMMEDIATE_STOP_MS = 500;

/** The running server of a cluster, or null: a file left behind by a dead one, or whose pid is another's now, is none. */
export function findPostmaster(cluster: string): Postmaster | null {
  const found = readPostmasterFile(cluster);
  return found && isPostmasterOf(found.pid, cluster) ? found : null;
}

/** A server fills its pid file within moments; one that stays without a pid is the rest of a crash. */
const UNFILLED_MS = 1_000;

/**
 * Removes a `postmaster.pid` that PostgreSQL itself would not get over: it only looks whether the pid is alive, not
 * whose it is now, and refuses an empty file. One that is, or may be just becoming, a server's is left alone.
 */
export function removeStaleFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  const found = readPostmasterFile(cluster);
  const reused = found !== null && isProcessAlive(found.pid) && !isPostmasterOf(found.pid, cluster);
  if (reused || (!found && ageOf(file) > UNFILLED_MS)) rmSync(file, { force: true });
}

/** Resolves when the server takes connections, or with null when it has gone meanwhile. */
export async function untilReady(cluster: string, limitMs: number): Promise<Postmaster | null> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    const found = findPostmaster(cluster);
    if (!found || found.status === 'ready') return found;
    await delay(POLL_MS);
  }
  return null;
}

/** Resolves with true when the server has gone, with false when it has not within the time. */
export async function untilGone(pid: number, cluster: string, limitMs = Infinity, pollMs = POLL_MS): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  const started = processStartTime(pid);
  // A process that is about to be gone has lost its command line already.
  const isLeaving = (): boolean => started !== null && commandLine(pid) === null && processStartTime(pid) === started;
  while (isPostmasterOf(pid, cluster) || isLeaving()) {
    if (Date.now() >= deadline) return false;
    await delay(pollMs);
  }
  return true;
}

/** Ends the server: open transactions are rolled back, then all is written; if that takes too long, without writing. */
export async function stopPostmaster(pid: number, cluster: string, limitMs = FAST_STOP_MS): Promise<void> {
  const steps = [
    ['SIGINT', limitMs],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', 1_000],
  ] as const;
  for (const [signal, waitMs] of steps) {
    if (!isPostmasterOf(pid, cluster)) return;
    send(pid, signal);
    if (await untilGone(pid, cluster, waitMs)) return;
  }
}

/**
 * Ends processes that a server left behind when it was killed: one that waits for a lock that is never released occupies the shared
 * memory for good, and no server starts on the cluster. What they have not committed is lost as with the server. Linux only.
 */
export function endOrphans(cluster: string): void {
  const left = allProcesses().filter((pid) => commandLine(pid)?.startsWith('postgres:') && worksIn(pid, cluster));
  for (const pid of left) {
    const parent = parentOf(pid);
    if (parent !== null && !worksIn(parent, cluster)) send(pid, 'SIGKILL');
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Whether the process is a postmaster that works in this directory. On Linux its working directory shows it (also after
 * the project was moved), elsewhere its command line.
 */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (processStartTime(pid) === null) return false;
  const command = commandLine(pid);
  if (!command?.includes('postgres')) return false;
  if (process.platform !== 'linux') return command.includes(`-D ${cluster}`);
  // Between its start and its first step into the directory the command line is all there is.
  return command.includes(`-D ${cluster} `) || worksIn(pid, cluster);
}

/** Whether it is the working directory of the process. Linux only. */
function worksIn(pid: number, directory: string): boolean {
  const works = statOf(`/proc/${pid}/cwd`);
  return works !== null && works === statOf(directory);
}

/** In ms; 0 when the file is not there. */
function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : 0;
}

function statOf(directory: string): string | null {
  try {
    const { dev, ino } = statSync(directory);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

function readPostmasterFile(cluster: string): Postmaster | null {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Math.abs(Number(lines?.[0]));
  if (!lines || !Number.isInteger(pid) || pid <= 1) return null;
  const status = lines[7]?.trim() ?? '';
  const known = status === 'starting' || status === 'ready' || status === 'stopping' || status === 'standby';
  return { pid, port: Number(lines[3]) || 0, status: known ? status : 'unknown' };
}

function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unusableData(`Cannot read ${file}: ${(error as Error).message}`, error);
  }
}
