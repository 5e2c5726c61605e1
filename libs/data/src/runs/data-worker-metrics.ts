import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DATA_LANE, type DataLane } from './data-lane';

/** Gauges of the lane `data`, as the database knows it; one query for each time metrics are asked for. */
@Injectable()
export class DataWorkerMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<DataLane & object> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<DataLane & object>(this.database, DATA_LANE, [
      {
        name: 'data_workers',
        help: 'Workers that serve the lane data',
        labels: [],
        read: ([lane]) => [[{}, lane?.workers ?? 0]],
      },
      {
        name: 'data_runs_unserved',
        help: 'Data runs that wait while no worker reads their service',
        labels: [],
        read: ([lane]) => [[{}, lane?.unserved ?? 0]],
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
