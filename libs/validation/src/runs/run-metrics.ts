import { Counter } from 'prom-client';

/** What became of runs, by their terminal status. */
export const runsEnded = new Counter({
  name: 'validation_runs_ended_total',
  help: 'Validation runs that reached a terminal status',
  labelNames: ['status'] as const,
});

/** The rare events around runs: how often a promise was really put to the test. */
export const runEvents = new Counter({
  name: 'validation_run_events_total',
  help: 'Rare events of validation runs',
  labelNames: ['event'] as const,
});

/**
 * joined: a request was answered by a run that was already queued. fenced: a write of an attempt that no longer holds its
 * run was refused. retaken: a run of a worker that died was taken over. retried: an attempt failed and is tried again.
 * rung: the reconciler sent a job again. unsent: a job could not be sent at once. handed_back: a stopping worker gave up a run.
 */
export type RunEvent = 'joined' | 'fenced' | 'retaken' | 'retried' | 'rung' | 'unsent' | 'handed_back';

export function countRunEvent(event: RunEvent, times = 1): void {
  runEvents.inc({ event }, times);
}
