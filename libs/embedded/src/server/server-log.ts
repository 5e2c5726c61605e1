import { openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from '../embedded-postgres.error';

/** A log above this size is set aside (one older one is kept) at the next start. */
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
    throw new EmbeddedPostgresError(
      'data_directory_unusable',
      `Cannot write the log ${file}: ${(error as Error).message}`,
      error,
    );
  }
}

/** What was written since this start, its end at most; empty when the log cannot be read (any more). */
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
