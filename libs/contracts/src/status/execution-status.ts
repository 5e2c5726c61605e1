/** The states of a run and of its result, in the spelling of the interface. */
export const EXECUTION_STATUSES = ['Running', 'Success', 'Failed', 'PartialSuccess', 'Aborted', 'Queued'] as const;
