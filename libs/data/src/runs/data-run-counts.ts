import { Counter, Gauge, Histogram } from 'prom-client';
import { DATA_RUN_ENDS, DATA_RUN_KINDS, type DataRunEnd, type DataRunKind } from './data-run';

const runs = new Counter({
  name: 'data_runs_total',
  help: 'Data runs that this process ended, by kind and status',
  labelNames: ['kind', 'status'] as const,
});

// A series that begins with its first event shows no increase: alerts would miss that event.
for (const kind of DATA_RUN_KINDS) for (const status of DATA_RUN_ENDS) runs.inc({ kind, status }, 0);

/** Counts the end of a run, by any process. */
export function countDataRun(kind: DataRunKind, status: DataRunEnd): void {
  runs.inc({ kind, status });
}

const checks = new Counter({
  name: 'data_checks_total',
  help: 'Checks on sources whose outcome was stored, by status, and by the reason why they could not be computed',
  labelNames: ['status', 'reason'] as const,
});

/** Counts outcomes of checks. @param outcomes those of a run, as they are stored with it */
export function countDataChecks(outcomes: readonly Readonly<Record<string, unknown>>[]): void {
  for (const { status, reason = '' } of outcomes) checks.inc({ status: String(status), reason: String(reason) });
}

const STATEMENT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

export const statementSeconds = new Histogram({
  name: 'data_statement_seconds',
  help: 'Time that statements took in sources, by engine',
  labelNames: ['engine'] as const,
  buckets: STATEMENT_SECONDS,
});

export const openConnections = new Gauge({
  name: 'data_connections',
  help: 'Readings of sources that are open in this worker, by engine',
  labelNames: ['engine'] as const,
});
