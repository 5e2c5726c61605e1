import { sqlState } from '../transaction';

const DISK_FULL = '53100';
/** The system's words for it, where PostgreSQL has another code for what it was doing, such as writing its log. */
const NO_SPACE = /No space left on device/;
/** Memory that parallel queries share has the same code, and little to do with the disk. */
const SHARED_MEMORY = /shared memory/;

/** Whether a statement failed because the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return (sqlState(error) === DISK_FULL || NO_SPACE.test(text)) && !SHARED_MEMORY.test(text);
}

/** The error that the database would report, for a transaction that was not started. */
export class DiskFullError extends Error {
  readonly code = DISK_FULL;

  constructor() {
    super('could not write: No space left on device');
  }
}
