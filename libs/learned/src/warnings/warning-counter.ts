import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { METRICS, type Metric } from '../baseline/judge';

const warnings = new Counter({
  name: 'learned_warnings_total',
  help: 'Spells of unusual freshness or volume that this process has found',
  labelNames: ['metric'] as const,
});

/** Counts the anomalies that a worker finds. */
@Injectable()
export class WarningCounter {
  constructor() {
    // From 0: a series that begins with its first warning shows no increase.
    for (const metric of METRICS) warnings.inc({ metric }, 0);
  }

  count(metric: Metric): void {
    warnings.inc({ metric });
  }
}
