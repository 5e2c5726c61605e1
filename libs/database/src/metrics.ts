import { collectDefaultMetrics, Gauge, register, type Registry } from 'prom-client';

/** A value with its labels. */
export type Reading = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface LiveGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Called when the metrics are asked for; nothing where the values are not known: none is better than a wrong one. */
  readonly read: () => readonly Reading[] | undefined | Promise<readonly Reading[] | undefined>;
}

/** Gauges that are read when the metrics are asked for. If a process starts the application twice, as in tests, the newest reports. */
export class LiveGauges {
  private readonly gauges: readonly (readonly [string, Gauge])[];

  constructor(gauges: readonly LiveGauge[]) {
    this.gauges = gauges.map(({ name, help, labels, read }) => {
      register.removeSingleMetric(name);
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        async collect() {
          const readings = await read();
          this.reset();
          for (const [values, value] of readings ?? []) this.set(values, value);
        },
      });
      return [name, gauge] as const;
    });
  }

  remove(): void {
    for (const [name, gauge] of this.gauges)
      if (register.getSingleMetric(name) === gauge) register.removeSingleMetric(name);
  }
}

/** What a registry shows of the process itself: memory, CPU, event loop, collections, and which release it is. */
export function showProcess(
  registry: Registry,
  { app, release }: { readonly app: string; readonly release: string },
): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'metadata_catalog_build_info',
    help: 'Always 1; the labels tell which process of which release this is',
    labelNames: ['app', 'release', 'node'],
    registers: [registry],
  }).set({ app, release, node: process.version }, 1);
}
