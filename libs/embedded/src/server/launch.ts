import { openSync, readFileSync, renameSync, statSync, closeSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, unusableData } from '../embedded-postgres.error';
import { SERVER_ENVIRONMENT, type ServerAccount } from '../run-command';
import { freePort } from './free-port';
import {
  endOrphans,
  findPostmaster,
  removeStaleFile,
  stopPostmaster,
  untilGone,
  untilReady,
  type Postmaster,
} from './postmaster';

/**
 * Sizes for a private server on a small machine: the idle stack stays below 600 MB. Everything that costs an
 * acknowledged write (fsync, full_page_writes, synchronous_commit) stays as PostgreSQL ships it.
 */
const MODEST = {
  max_connections: '100',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  io_workers: '1',
  huge_pages: 'off',
  // Compiling a statement costs more than the small statements of the catalog take.
  jit: 'off',
  // Statements are planned once. Those that were planned for empty tables scan them until the first statistics are there, and a first
  // ingestion fills them within a minute, the default.
  autovacuum_naptime: '10s',
};

const PRIVATE = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * For databases that are thrown away, such as those of tests: a crash of the machine may lose them, and several services
 * of up to fifty connections use them at once. Their password is random and short-lived: to stretch it is a third of what a connection
 * costs its client.
 */
const NOT_DURABLE = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
};

/** The release that brought a setting: an older server, as tests start it, refuses to start with it. */
const SINCE: Readonly<Record<string, number>> = { scram_iterations: 16, io_workers: 18 };

/**
 * The command line of the server on a cluster and a port.
 * @param connections how many it takes at one time, where more are wanted than by default
 * @param major release of the server; default: the newest
 */
export function serverFlags(
  cluster: string,
  port: number,
  durable: boolean,
  connections = 0,
  major = Infinity,
): string[] {
  const settings = { ...MODEST, ...PRIVATE, ...(durable ? {} : NOT_DURABLE) };
  settings.max_connections = String(Math.max(Number(settings.max_connections), connections));
  const known = Object.entries(settings).filter(([name]) => major >= (SINCE[name] ?? 0));
  const options = known.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-p', String(port), ...options];
}

/** A log above this size is set aside (one older one is retained) at the next start. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** How much of the end of the log an error shows. */
const TAIL_BYTES = 4_096;

/** An open log; `since` is its length before this start. */
export interface ServerLog {
  readonly descriptor: number;
  readonly since: number;
}

/** Opens the server's log for appending. Close the descriptor once the server has inherited it. */
export function openLog(file: string): ServerLog {
  try {
    if (sizeOf(file) > ROTATE_BYTES) renameSync(file, `${file}.1`);
    return { descriptor: openSync(file, 'a', 0o600), since: sizeOf(file) };
  } catch (error) {
    throw unusableData(`Cannot write the log ${file}: ${(error as Error).message}`, error);
  }
}

/** The end of what the server has logged since this start; empty if the log cannot be read. */
export function logTail(file: string, since: number): string {
  try {
    const written = readFileSync(file).subarray(since);
    return written.subarray(-TAIL_BYTES).toString('utf8').trim();
  } catch {
    return '';
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** All that a start of the server needs. */
export interface LaunchPlan {
  readonly postgres: string;
  /** Its release, such as 18. */
  readonly major: number;
  readonly cluster: string;
  readonly account: ServerAccount;
  readonly logFile: string;
  /** The port to try first; a free one when it is taken. */
  readonly preferredPort?: number;
  readonly durable: boolean;
  /** Maximum number of connections, as in `serverFlags`. */
  readonly connections?: number;
  /** Ends the attempts. */
  readonly signal?: AbortSignal;
}

export interface Launched extends Postmaster {
  /** True when the server was running already. */
  readonly adopted: boolean;
}

/** After a kill -9 of the server its remaining processes occupy the shared memory for up to 4 s. */
const RETRY_LIMIT_MS = 20_000;
const RETRY_PAUSE_MS = 250;
/** Those that occupy it for longer never end by themselves. */
const ORPHANS_END_MS = 8_000;
const MEMORY_HELD = /pre-existing shared memory/i;

/** Recovery after a crash replays the write-ahead log, at most max_wal_size (512 MB) and the data files it touches. */
const READY_LIMIT_MS = 300_000;

const READY_POLL_MS = 10;

/** Faults that a later attempt may not meet: a taken port, a predecessor that has not ended, another server that starts. */
const PASSING =
  /could not bind|Address already in use|could not create any TCP\/IP sockets|pre-existing shared memory|lock file .* (already exists|is empty)/i;

/**
 * Starts the server on the cluster, or adopts the one that runs there already. Throws EmbeddedPostgresError, also when
 * the signal comes between two attempts; a server that is just starting then is the caller's to stop.
 */
export async function launch(plan: LaunchPlan): Promise<Launched> {
  const begun = Date.now();
  const deadline = begun + RETRY_LIMIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    if (plan.signal?.aborted) throw startFailed(plan, 'The start was cancelled.');
    const running = await adopt(plan.cluster);
    if (running) return { ...running, adopted: true };
    removeStaleFile(plan.cluster);
    const port = attempt === 0 && plan.preferredPort ? plan.preferredPort : await freePort();
    const outcome = await attemptStart(plan, port);
    if (typeof outcome === 'object') return { ...outcome, adopted: false };
    if (!PASSING.test(outcome) || Date.now() > deadline) throw startFailed(plan, outcome);
    if (MEMORY_HELD.test(outcome) && Date.now() > begun + ORPHANS_END_MS) endOrphans(plan.cluster);
    await delay(RETRY_PAUSE_MS, undefined, { signal: plan.signal }).catch(() => undefined);
  }
}

/** The running server, once it is ready; one that is stopping is waited for and not taken. */
async function adopt(cluster: string): Promise<Postmaster | null> {
  const found = findPostmaster(cluster);
  if (!found) return null;
  if (found.status === 'stopping') {
    await untilGone(found.pid, cluster, RETRY_LIMIT_MS);
    return null;
  }
  return untilReady(cluster, READY_LIMIT_MS);
}

/** The server, ready; or what its log says about why it ended. */
async function attemptStart(plan: LaunchPlan, port: number): Promise<Postmaster | string> {
  const log = openLog(plan.logFile);
  // A session of its own: Ctrl-C in the terminal must not reach the database before the others have ended.
  const flags = serverFlags(plan.cluster, port, plan.durable, plan.connections, plan.major);
  const child = spawn(plan.postgres, flags, {
    ...plan.account,
    env: SERVER_ENVIRONMENT,
    cwd: '/',
    stdio: ['ignore', log.descriptor, log.descriptor],
    detached: true,
  });
  closeSync(log.descriptor);
  const over = new AbortController();
  const end = endOf(child).finally(() => over.abort());
  const outcome = await Promise.race([end, ownReady(child.pid, plan.cluster, over.signal)]);
  child.unref();
  return typeof outcome === 'object' ? outcome : logTail(plan.logFile, log.since) || outcome;
}

/** Resolves with a word about it when the process ends, or could not be started. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`));
  });
}

/** Resolves when the server that we started is ready, or is not in time; never when it ends before. */
async function ownReady(pid: number | undefined, cluster: string, over: AbortSignal): Promise<Postmaster | string> {
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!over.aborted && Date.now() < deadline) {
    const found = findPostmaster(cluster);
    if (found?.pid === pid && found?.status === 'ready') return found;
    await delay(READY_POLL_MS);
  }
  if (over.aborted || pid === undefined) return new Promise(() => undefined);
  await stopPostmaster(pid, cluster);
  return `it was not ready within ${READY_LIMIT_MS / 1000} s`;
}

function startFailed(plan: LaunchPlan, said: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL on ${plan.cluster} did not start. The end of ${plan.logFile}:\n${said}`,
  );
}
