import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database';
import { LiveGauges, type Reading } from './live-gauges';
import type { WaitingPool } from '../connection/waiting-pool';

/** Counts what this process asks of the database, and shows how full its pools of connections are. */
@Injectable()
export class PoolMetrics implements OnApplicationShutdown {
  private readonly gauges: LiveGauges;

  constructor(private readonly database: Database) {
    this.gauges = new LiveGauges([
      {
        name: 'database_pool_connections',
        help: 'Open connections to the database, by pool and state',
        labels: ['pool', 'state'],
        read: () =>
          this.ofEach((pool, { totalCount, idleCount }) => [
            [{ pool, state: 'idle' }, idleCount],
            [{ pool, state: 'busy' }, totalCount - idleCount],
          ]),
      },
      {
        name: 'database_pool_size',
        help: 'Most connections that a pool opens',
        labels: ['pool'],
        read: () => this.ofEach((pool, { options }) => [[{ pool }, options.max]]),
      },
      {
        name: 'database_pool_waiting',
        help: 'Requests that wait for a connection, by pool',
        labels: ['pool'],
        read: () => this.ofEach((pool, { waitingRequests }) => [[{ pool }, waitingRequests]]),
      },
      {
        name: 'database_statements_total',
        help: 'Statements sent to the database outside of transactions',
        labels: [],
        type: 'counter',
        read: () => [[{}, database.statements]],
      },
      {
        name: 'database_commit_wait_seconds',
        help: 'How long the oldest commit waits for a synchronous standby; 0 where none waits',
        labels: [],
        read: () => [[{}, database.commits.oldestWaitMs / 1_000]],
      },
      {
        name: 'database_unconfirmed_writes_total',
        help: 'Writes that were answered before the database had confirmed them',
        labels: [],
        type: 'counter',
        read: () => [[{}, database.commits.counts.unanswered]],
      },
      {
        name: 'database_transactions_total',
        help: 'Transactions by their end; repeated: the database asked for another try',
        labels: ['end'],
        type: 'counter',
        read: () => Object.entries(database.transactions).map(([end, count]) => [{ end }, count]),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges.remove();
  }

  private ofEach(read: (name: string, pool: WaitingPool) => Reading[]): Reading[] {
    return Object.entries(this.database.pools).flatMap(([name, pool]) => read(name, pool));
  }
}
