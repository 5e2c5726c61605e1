import { Counter, Histogram } from 'prom-client';

/** Ended runs by terminal status. */
export const runsEnded = new Counter({
  name: 'validation_runs_ended_total',
  help: 'Validation runs that reached a terminal status',
  labelNames: ['status'] as const,
});

// A series that begins with its first event shows no increase: alerts would miss that event.
for (const status of ['Success', 'Failed', 'PartialSuccess', 'Aborted']) runsEnded.inc({ status }, 0);

/** Range: from a contract without rules to one whose attempt uses up its time. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Time that a worker takes for a run, by terminal status. */
export const runDuration = new Histogram({
  name: 'validation_run_duration_seconds',
  help: 'Time from the claim of a validation run by a worker to its terminal status',
  labelNames: ['status'] as const,
  buckets: BUCKETS_SECONDS,
});

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
