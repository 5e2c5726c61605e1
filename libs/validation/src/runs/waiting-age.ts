import { withTimeout } from '@app/common';
import { Database } from '@app/database';
import { LANES, type Lane } from '@app/queue';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Gauge, register } from 'prom-client';

const NAME = 'validation_oldest_waiting_seconds';
/** Timeout for the query, in ms: an unavailable database must not block the metrics endpoint. */
const ANSWER_MS = 1_000;

interface AgeRow {
  readonly lane: Lane;
  readonly age: number;
}

const AGES = {
  name: 'age-of-waiting-runs',
  text: `select lane, extract(epoch from clock_timestamp() - min(queued_at))::float8 as age
           from validation_run where state = 'Queued' group by lane`,
};

/** How long the oldest run of each lane has waited for a worker, in seconds; queried when metrics are scraped. */
@Injectable()
export class WaitingAge implements OnModuleInit, OnApplicationShutdown {
  private gauge: Gauge<'lane'> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    // If a process starts the application twice, as in tests, the newest instance reports.
    register.removeSingleMetric(NAME);
    const read = (): Promise<Map<Lane, number> | undefined> => this.ages();
    this.gauge = new Gauge({
      name: NAME,
      help: 'Age of the oldest validation run that waits for a worker, by lane; 0 where none waits',
      labelNames: ['lane'] as const,
      async collect() {
        const ages = await read();
        this.reset();
        if (ages) for (const lane of LANES) this.set({ lane }, ages.get(lane) ?? 0);
      },
    });
  }

  onApplicationShutdown(): void {
    if (this.gauge && register.getSingleMetric(NAME) === this.gauge) register.removeSingleMetric(NAME);
  }

  /** Undefined while the database is unavailable: no value is better than a wrong one. */
  private async ages(): Promise<Map<Lane, number> | undefined> {
    try {
      const rows = await withTimeout(this.database.read<AgeRow & object>(AGES, []), ANSWER_MS, 'Reading the ages');
      return new Map(rows.map(({ lane, age }) => [lane, age]));
    } catch {
      return undefined;
    }
  }
}
