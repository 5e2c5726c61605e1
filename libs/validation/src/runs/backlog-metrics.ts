import { withTimeout } from '@app/common';
import { Database, LiveGauges, type Reading } from '@app/database';
import { LANES, type Lane } from '@app/queue';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** Timeout for the query, in ms: an unavailable database must not block the metrics endpoint. */
const ANSWER_MS = 1_000;
/** The states of runs that have not ended. */
const STATES = ['Queued', 'Running'] as const;

interface BacklogRow {
  readonly lane: Lane;
  readonly state: (typeof STATES)[number];
  readonly count: number;
  /** Of the oldest, in seconds. */
  readonly age: number;
}

const BACKLOG = {
  name: 'backlog-of-runs',
  text: `select lane, state, count(*)::int, extract(epoch from clock_timestamp() - min(queued_at))::float8 as age
           from validation_run where state in ('Queued', 'Running') group by lane, state`,
};

/** How many runs wait and go on in each lane, and how long the oldest has waited; one query for each time metrics are asked for. */
@Injectable()
export class BacklogMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: LiveGauges | undefined;
  private reading: Promise<readonly BacklogRow[] | undefined> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new LiveGauges([
      {
        name: 'validation_runs',
        help: 'Validation runs that have not ended, by lane and state',
        labels: ['lane', 'state'],
        read: () => this.read((rows) => LANES.flatMap((lane) => STATES.map((state) => countOf(rows, lane, state)))),
      },
      {
        name: 'validation_oldest_waiting_seconds',
        help: 'Age of the oldest validation run that waits for a worker, by lane; 0 where none waits',
        labels: ['lane'],
        read: () => this.read((rows) => LANES.map((lane) => [{ lane }, of(rows, lane, 'Queued')?.age ?? 0])),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }

  private async read(of: (rows: readonly BacklogRow[]) => Reading[]): Promise<Reading[] | undefined> {
    const rows = await this.rows();
    return rows && of(rows);
  }

  /** The gauges of one answer are read at once. */
  private rows(): Promise<readonly BacklogRow[] | undefined> {
    this.reading ??= withTimeout(this.database.read<BacklogRow & object>(BACKLOG, []), ANSWER_MS, 'Reading the backlog')
      .catch(() => undefined)
      .finally(() => (this.reading = undefined));
    return this.reading;
  }
}

const of = (rows: readonly BacklogRow[], lane: Lane, state: string): BacklogRow | undefined =>
  rows.find((row) => row.lane === lane && row.state === state);

const countOf = (rows: readonly BacklogRow[], lane: Lane, state: string): Reading => [
  { lane, state },
  of(rows, lane, state)?.count ?? 0,
];
