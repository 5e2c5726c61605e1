import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

interface Lag {
  readonly entries: number;
  /** Age of the oldest entry, in seconds; 0 where there is none. */
  readonly age: number;
}

/** More entries than this are not counted: a count of many would take long each time. */
const MOST = 10_000;

const LAG = {
  name: 'lag-of-search',
  text: `select (select count(*)::int from (select from search_mark limit ${MOST}) m) as entries, coalesce((
           select extract(epoch from clock_timestamp() - marked_at) from search_mark order by xid limit 1), 0)::float8 as age`,
};

/** How far search is behind the catalog. */
@Injectable()
export class SearchLagMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<Lag & object> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<Lag & object>(this.database, LAG, [
      {
        name: 'search_dirty_documents',
        help: `Search documents that are to be written anew; ${MOST} stands for that many or more`,
        labels: [],
        read: (rows) => rows.map(({ entries }) => [{}, entries]),
      },
      {
        name: 'search_oldest_dirty_seconds',
        help: 'How long the oldest search document waits to be written anew; 0 where none does',
        labels: [],
        read: (rows) => rows.map(({ age }) => [{}, age]),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
