import { Database, NOW_MS, STATEMENT_MS, QueryGauges, type QueryGauge } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter, register } from 'prom-client';

const OUTCOMES = 'notification_deliveries_total';

interface LagRow {
  readonly pending: number;
  /** The age of the oldest message that waits, and of the oldest event that a subscription has not looked at, in seconds. */
  readonly age: number | null;
  readonly behind: number | null;
}

const LAG = {
  name: 'lag-of-notifications',
  text: `
  select (select count(*)::int from event_delivery where state = 'pending') as pending,
         (select (${NOW_MS} - min(d.created_at)) / 1000.0 from event_delivery d join event_subscription s on s.id = d.subscription
           where d.state = 'pending' and s.enabled and coalesce(s.muted_until, 0) <= ${STATEMENT_MS})::float8 as age,
         (select (${NOW_MS} - e.at) / 1000.0 from change_event e
           where e.position > (select min(position) from event_subscription
                                where enabled and coalesce((document ->> 'digestMinutes')::integer, 0) = 0
                                  and document #> '{filter,mine}' is distinct from 'true')
           order by e.position limit 1)::float8 as behind`,
};

/** How messages ended in this process, and how far behind the events all of them are. */
@Injectable()
export class DeliveryMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<LagRow> | undefined;
  private outcomes: Counter | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    register.removeSingleMetric(OUTCOMES);
    this.outcomes = new Counter({
      name: OUTCOMES,
      help: 'Tries to deliver a notification, by destination type and outcome',
      labelNames: ['destination', 'outcome'],
    });
    const gauge = (name: string, help: string, value: (row: LagRow) => number): QueryGauge<LagRow> => ({
      ...{ name, help, labels: [] },
      read: (rows) => rows.map((row) => [{}, value(row)]),
    });
    this.gauges = new QueryGauges<LagRow>(this.database, LAG, [
      gauge('notification_pending_messages', 'Notifications that wait to be delivered', ({ pending }) => pending),
      gauge(
        'notification_oldest_pending_seconds',
        'Age of the oldest notification that waits for its destination, of subscriptions that are enabled and not muted; 0 where none does',
        ({ age }) => age ?? 0,
      ),
      gauge(
        'notification_event_lag_seconds',
        'Age of the oldest event that a subscription without digest has not looked at; 0 where there is none',
        ({ behind }) => behind ?? 0,
      ),
    ]);
  }

  /** @param outcome delivered, failed (it is tried again), dead or discarded */
  count(destination: string, outcome: 'delivered' | 'failed' | 'dead' | 'discarded'): void {
    this.outcomes?.inc({ destination, outcome });
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
