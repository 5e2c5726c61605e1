import type { Schemas } from './service/client';

/** The statuses of results. */
export type ExecutionStatus = Schemas['DataContractResult']['contractExecutionStatus'];

/** Those of a contract that does not pass: wholly, or partially. */
export const BROKEN = ['Failed', 'PartialSuccess'] as const satisfies ExecutionStatus[];

/** Those of runs that are not over. */
const OPEN: readonly ExecutionStatus[] = ['Queued', 'Running'];

/** Whether a status is one of broken contracts, in any case, as searches answer it. */
export function isBroken(status: string): boolean {
  return BROKEN.some((one) => one.toLowerCase() === status.toLowerCase());
}

/** Whether a run is over, however it came out. */
export function isEnded(status: ExecutionStatus): boolean {
  return !OPEN.includes(status);
}
