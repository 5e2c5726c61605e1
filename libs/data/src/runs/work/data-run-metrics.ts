import { Gauge, Histogram } from 'prom-client';

/** From a test of a connection to a crawl of a large warehouse. */
const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
const STATEMENT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

export const dataRunSeconds = new Histogram({
  name: 'data_run_seconds',
  help: 'Time from the claim of a data run to its end',
  labelNames: ['kind'] as const,
  buckets: RUN_SECONDS,
});

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
