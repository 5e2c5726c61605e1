import { Database, QueryGauges, type Reading } from '@app/database';
import { LANES, type Lane, type WorkCount } from '@app/queue';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** The states of runs that have not ended. */
const STATES = ['Queued', 'Running'] as const;

interface BacklogRow {
  readonly lane: Lane;
  readonly state: (typeof STATES)[number];
  readonly count: number;
  /** Age of the oldest, in seconds. */
  readonly age: number;
  /** Those whose lease has run out. */
  readonly expired: number;
}

const BACKLOG = {
  name: 'backlog-of-runs',
  text: `select lane, state, count(*)::int, extract(epoch from clock_timestamp() - min(queued_at))::float8 as age,
                (count(*) filter (where state = 'Running' and lease_until < statement_timestamp()))::int as expired
           from validation_run where state in ('Queued', 'Running') group by lane, state`,
};

/** How many runs wait and go on in each lane, and how long the oldest has waited; one query for each time metrics are asked for. */
@Injectable()
export class BacklogMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<BacklogRow> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<BacklogRow>(this.database, BACKLOG, [
      {
        name: 'validation_runs',
        help: 'Validation runs that have not ended, by lane and state',
        labels: ['lane', 'state'],
        read: (rows) => LANES.flatMap((lane) => STATES.map((state) => countOf(rows, lane, state))),
      },
      {
        name: 'validation_oldest_waiting_seconds',
        help: 'Age of the oldest validation run that waits for a worker, by lane; 0 where none waits',
        labels: ['lane'],
        read: (rows) => LANES.map((lane) => [{ lane }, of(rows, lane, 'Queued')?.age ?? 0]),
      },
      {
        name: 'validation_expired_leases',
        help: 'Validation runs whose worker no longer renews its lease, by lane; another one takes them over',
        labels: ['lane'],
        read: (rows) => LANES.map((lane) => [{ lane }, of(rows, lane, 'Running')?.expired ?? 0]),
      },
    ]);
  }

  /** Runs of a lane that wait for a worker, and that a worker has. */
  async count(lane: Lane): Promise<WorkCount> {
    const rows = await this.database.read<BacklogRow>(BACKLOG, []);
    const { count: running = 0, expired = 0 } = of(rows, lane, 'Running') ?? {};
    return { waiting: (of(rows, lane, 'Queued')?.count ?? 0) + expired, active: running - expired };
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}

const of = (rows: readonly BacklogRow[], lane: Lane, state: string): BacklogRow | undefined =>
  rows.find((row) => row.lane === lane && row.state === state);

const countOf = (rows: readonly BacklogRow[], lane: Lane, state: string): Reading => [
  { lane, state },
  of(rows, lane, state)?.count ?? 0,
];
