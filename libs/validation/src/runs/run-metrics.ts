import { Counter } from 'prom-client';

/** Ended runs by terminal status. */
export const runsEnded = new Counter({
  name: 'validation_runs_ended_total',
  help: 'Validation runs that reached a terminal status',
  labelNames: ['status'] as const,
});

// A series that begins with its first event shows no increase: alerts would miss that event.
for (const status of ['Success', 'Failed', 'PartialSuccess', 'Aborted']) runsEnded.inc({ status }, 0);

/** Rare events of runs that exercise the recovery guarantees. */
export const runEvents = new Counter({
  name: 'validation_run_events_total',
  help: 'Rare events of validation runs',
  labelNames: ['event'] as const,
});

/**
 * joined: a request was answered by a run that was already queued. fenced: a write of an attempt that lost its lease
 * was refused. retaken: a run of a dead worker was taken over. retried: an attempt failed and is retried. handed_back: a
 * stopping worker released a run. heavy: the rules of a run took longer than a first look at them.
 */
export type RunEvent = 'joined' | 'fenced' | 'retaken' | 'retried' | 'handed_back' | 'heavy';

export function countRunEvent(event: RunEvent, times = 1): void {
  runEvents.inc({ event }, times);
}
