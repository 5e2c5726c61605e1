import type { HealthProbes } from '@app/common';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { LiveGauges } from './live-gauges';

/** Sums of prom-client under names that Prometheus reserves for counters; the same values by type have names of their own. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds metrics of the process itself to a registry: memory, CPU, event loop, collections, and which release it is. */
export function showProcess(
  registry: Registry,
  { app, release }: { readonly app: string; readonly release: string },
): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'metadata_catalog_build_info',
    help: 'Always 1; the labels tell which process of which release this is',
    labelNames: ['app', 'release', 'node'],
    registers: [registry],
  }).set({ app, release, node: process.version }, 1);
}

/** Whether each part that the process needs answers, as `/readyz` says. */
export function showHealth(probes: HealthProbes): LiveGauges {
  return new LiveGauges([
    {
      name: 'metadata_catalog_part_ready',
      help: 'Whether a part that this process needs is ready: 1, or 0; /readyz says why it is not',
      labels: ['part'],
      read: async () =>
        Object.entries((await probes.report()).parts).map(([part, { ready }]) => [{ part }, Number(ready)]),
    },
  ]);
}
