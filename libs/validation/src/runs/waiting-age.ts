import { Database } from '@app/database';
import { LANES } from '@app/queue';
import type { Lane } from '@app/queue';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Gauge, register } from 'prom-client';

const NAME = 'validation_oldest_waiting_seconds';
/** A database that is away must not hold up who asks for the metrics, in ms. */
const ANSWER_MS = 1_000;

const AGES = {
  name: 'age-of-waiting-runs',
  text: `select lane, extract(epoch from clock_timestamp() - min(queued_at))::float8 as age
           from validation_run where state = 'Queued' group by lane`,
};

/** How long the oldest run of each lane has waited for a worker, in seconds; asked for when the metrics are. */
@Injectable()
export class WaitingAge implements OnModuleInit, OnApplicationShutdown {
  private gauge: Gauge<'lane'> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    // Where a process starts the application twice, such as in tests, the newest one speaks.
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

  /** Undefined while the database does not answer: no value is better than a wrong one. */
  private async ages(): Promise<Map<Lane, number> | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ANSWER_MS, undefined)));
    const asked = this.database.read<{ lane: Lane; age: number }>(AGES, []).then(
      (rows) => new Map(rows.map(({ lane, age }) => [lane, age])),
      () => undefined,
    );
    const ages = await Promise.race([asked, late]);
    clearTimeout(timer);
    return ages;
  }
}
