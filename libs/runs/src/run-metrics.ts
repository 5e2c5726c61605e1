import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RunQueue } from './run-queue';

interface WaitingRow {
  readonly kind: string;
  readonly waiting: number;
  /** Age of the oldest, in seconds. */
  readonly age: number;
}

/** Gauges of the runs that wait for a worker, of all kinds: one statement for each time metrics are asked for. */
@Injectable()
export class RunMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private gauges: { remove(): void } | undefined;

  constructor(
    private readonly database: Database,
    private readonly queue: RunQueue,
  ) {}

  onApplicationBootstrap(): void {
    const { works } = this.queue;
    const kinds = works.flatMap((work) => work.kinds);
    if (kinds.length === 0) return;
    const text = `
      select kind, count(*)::int as waiting, extract(epoch from clock_timestamp() - min(since))::float8 as age
        from (${works.map(({ waiting }) => `(${waiting})`).join(' union all ')}) w (kind, since) group by kind`;
    const each = (rows: readonly WaitingRow[], member: 'waiting' | 'age') =>
      kinds.map((kind) => [{ kind }, rows.find((row) => row.kind === kind)?.[member] ?? 0] as const);
    this.gauges = new QueryGauges<WaitingRow & object>(this.database, { name: 'runs-waiting', text }, [
      {
        name: 'runs_waiting',
        help: 'Runs that wait for a worker, or that a worker has left, by kind',
        labels: ['kind'],
        read: (rows) => each(rows, 'waiting'),
      },
      {
        name: 'runs_oldest_waiting_seconds',
        help: 'Age of the oldest run that waits for a worker, by kind; 0 where none waits',
        labels: ['kind'],
        read: (rows) => each(rows, 'age'),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
