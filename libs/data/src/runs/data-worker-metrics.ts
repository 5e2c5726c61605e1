import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

const WORKERS = {
  name: 'data-workers',
  text: `select count(*)::int as workers from data_worker where seen_at > clock_timestamp() - interval '15 s'`,
};

/** How many workers serve the lane `data`, as the database knows them. */
@Injectable()
export class DataWorkerMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<{ workers: number }> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<{ workers: number }>(this.database, WORKERS, [
      {
        name: 'data_workers',
        help: 'Workers that serve the lane data',
        labels: [],
        read: ([row]) => [[{}, row?.workers ?? 0]],
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
