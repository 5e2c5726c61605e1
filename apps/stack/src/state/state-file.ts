import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '@app/config';

/** Listening on all interfaces is no address to call; the loopback one of the same family answers then. */
const CALLABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL, without a slash at its end, under which this machine reaches a server that listens on host and port. */
export function localUrl(host: string, port: number): string {
  const callable = CALLABLE[host] ?? host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

/** The address of the API on this machine. */
export const apiUrl = (settings: Settings): string => localUrl(settings.host, settings.port);

/** The address of the console, signed in once; behind #, so that the ticket stands in no request and no log. */
export const signInAddress = (baseUrl: string, ticket: string): string => `${baseUrl}/#ticket=${ticket}`;

/** The worker's health and metrics are for this machine only, whatever HOST says. */
export const WORKER_HOST = '127.0.0.1';

/** The state of a ready stack, for other commands on the same data directory. */
export interface StackState {
  readonly pid: number;
  readonly baseUrl: string;
  readonly workerUrl: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

const stateFile = (dataDir: string): string => join(dataDir, 'stack.json');

/** Written in one step: a reader finds the old state or the new one. */
export function writeState(dataDir: string, state: StackState): void {
  const draft = `${stateFile(dataDir)}.${state.pid}.new`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o644 });
  renameSync(draft, stateFile(dataDir));
}

export function removeState(dataDir: string): void {
  rmSync(stateFile(dataDir), { force: true });
}

/** The state, also one left behind by a stack that was killed: ask the lock whether it lives. Null when there is none. */
export function readState(dataDir: string): StackState | null {
  try {
    return JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as StackState;
  } catch {
    return null;
  }
}
