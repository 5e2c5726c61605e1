import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** `at` is in epoch ms. */
const LAG = {
  name: 'lag-of-change-events',
  text: `select greatest(coalesce((
           select extract(epoch from clock_timestamp()) - at / 1000.0 from change_event_pending order by seq limit 1), 0), 0)::float8 as age,
         greatest(coalesce((
           select extract(epoch from clock_timestamp()) - at / 1000.0 from audit_record
            where position > coalesce((select max(last_position) from audit_block), 0) order by position limit 1), 0), 0)::float8 as unsealed`,
};

interface Lag {
  /** In seconds. */
  readonly age: number;
  readonly unsealed: number;
}

/** How far streams of change events are behind the changes, and the chain of the audit behind its records. */
@Injectable()
export class EventLagMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<Lag> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<Lag>(this.database, LAG, [
      {
        name: 'change_events_oldest_pending_seconds',
        help: 'Age of the oldest change event that streams have not been sent yet; 0 where there is none',
        labels: [],
        read: (rows) => rows.map(({ age }) => [{}, age]),
      },
      {
        name: 'audit_oldest_unsealed_seconds',
        help: 'Age of the oldest record of the audit that is in no block of the chain yet; 0 where there is none',
        labels: [],
        read: (rows) => rows.map(({ unsealed }) => [{}, unsealed]),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
