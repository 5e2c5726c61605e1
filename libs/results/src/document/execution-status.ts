import { EXECUTION_STATUSES } from '@app/contracts/pure';

export { EXECUTION_STATUSES };

export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

const OPEN: readonly ExecutionStatus[] = ['Queued', 'Running'];

/** Terminal states never change. */
export function isTerminal(status: ExecutionStatus): boolean {
  return !OPEN.includes(status);
}
