import { RELEASE } from '@app/config';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** What a registry shows of the process itself: memory, CPU, event loop, collections, and which release it is. */
export function showProcess(registry: Registry, app: string): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'metadata_catalog_build_info',
    help: 'Always 1; the labels tell which process of which release this is',
    labelNames: ['app', 'release', 'node'],
    registers: [registry],
  }).set({ app, release: RELEASE, node: process.version }, 1);
}
