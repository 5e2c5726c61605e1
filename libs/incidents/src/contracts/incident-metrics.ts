import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** The statuses of open incidents. */
const OPEN = ['New', 'Ack', 'Assigned'];

interface CountRow {
  readonly status: string;
  readonly n: number;
}

/** Counts by the stored status: an incident whose contract has ended, or is deleted, is resolved within seconds. */
const COUNTS = {
  name: 'contract-incidents-open',
  text: `select i.status, count(*)::int as n from contract_incident i where i.status <> 'Resolved' group by i.status`,
};

/** Counts open incidents of contracts, each time metrics are asked for. */
@Injectable()
export class IncidentMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<CountRow & object> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<CountRow & object>(this.database, COUNTS, [
      {
        name: 'contract_incidents_open',
        help: 'Open incidents of contracts, by status',
        labels: ['status'],
        read: (rows) => OPEN.map((status) => [{ status }, rows.find((row) => row.status === status)?.n ?? 0]),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
