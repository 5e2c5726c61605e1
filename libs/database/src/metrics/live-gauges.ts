import { Counter, Gauge, register, type Metric } from 'prom-client';

export type Reading = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface LiveGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** A counter is for what only grows while the process lives; default: a gauge. */
  readonly type?: 'gauge' | 'counter';
  /** Called when the metrics are asked for; nothing where the values are not known: none is better than a wrong one. */
  readonly read: () => readonly Reading[] | undefined | Promise<readonly Reading[] | undefined>;
}

/** Values that are read when the metrics are asked for. If a process starts the application twice, as in tests, the newest reports. */
export class LiveGauges {
  private readonly metrics: readonly (readonly [string, Metric])[];

  constructor(gauges: readonly LiveGauge[]) {
    this.metrics = gauges.map((gauge) => {
      register.removeSingleMetric(gauge.name);
      return [gauge.name, metricOf(gauge)] as const;
    });
  }

  remove(): void {
    for (const [name, metric] of this.metrics)
      if (register.getSingleMetric(name) === metric) register.removeSingleMetric(name);
  }
}

function metricOf({ name, help, labels, type, read }: LiveGauge): Metric {
  const Kind = type === 'counter' ? Counter : Gauge;
  return new Kind({
    name,
    help,
    labelNames: [...labels],
    async collect() {
      const readings = await read();
      this.reset();
      for (const [values, value] of readings ?? []) this.inc(values, value);
    },
  });
}
