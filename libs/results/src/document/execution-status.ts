/** The states of a run, in the spelling of the interface. */
export const EXECUTION_STATUSES = ['Running', 'Success', 'Failed', 'PartialSuccess', 'Aborted', 'Queued'] as const;

export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

const OPEN: readonly ExecutionStatus[] = ['Queued', 'Running'];

/** Terminal states never change. */
export function isTerminal(status: ExecutionStatus): boolean {
  return !OPEN.includes(status);
}

export function isExecutionStatus(value: unknown): value is ExecutionStatus {
  return EXECUTION_STATUSES.some((status) => status === value);
}
