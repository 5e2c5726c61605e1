import { randomUUID } from 'node:crypto';
import { query, type Database, type Transaction } from '@app/database';
import { MOST_WAITING, type ScheduledKind, type ScheduleDocument, type Tick } from '@app/schedules';
import type { DataRunKind, RunRef } from '../runs/data-run';
import type { DataRunRepository } from '../runs/request/data-run.repository';

/** The kinds of data runs that have schedules: of a table, and of a service. */
export const SCHEDULED_KINDS = ['check', 'crawl'] as const satisfies readonly DataRunKind[];

export interface DataScheduleDocument extends ScheduleDocument {
  /** Whether each run profiles the table, too: of checks alone. */
  readonly profile?: boolean;
}

interface Target {
  readonly target: string;
  readonly service: { readonly node: string; readonly ref: RunRef };
  /** Where the target is a table. */
  readonly asset?: { readonly node: string; readonly ref: RunRef };
}

/** Requests data runs of a kind for ticks. One of a service that is not read, or not crawled, makes no run. */
export class DataTicks implements ScheduledKind {
  constructor(
    readonly name: (typeof SCHEDULED_KINDS)[number],
    private readonly database: Database,
    private readonly runs: DataRunRepository,
  ) {}

  async isFull(): Promise<boolean> {
    const [row] = await this.database.read<{ waiting: number }>(WAITING, [this.name, MOST_WAITING]);
    return row!.waiting >= MOST_WAITING;
  }

  async request(tx: Transaction, ticks: readonly Tick[]): Promise<void> {
    const kind = this.name;
    const rows = await query<{ found: Target }>(tx, TO_READ, [ticks.map(({ target }) => target), kind]);
    const found = new Map(rows.map((row) => [row.found.target, row.found]));
    for (const { target, request, updatedBy } of ticks) {
      const refs = found.get(target);
      if (!refs) continue;
      await this.runs.request(tx, {
        ...{ id: randomUUID(), kind, request, joinKey: `${kind} ${target}`, service: refs.service },
        ...(refs.asset && { asset: refs.asset }),
        ...{ trigger: 'schedule', requestedBy: updatedBy, isAwaited: false, isUrgent: false },
      });
    }
  }
}

const refOf = (one: string): string =>
  `jsonb_build_object('node', ${one}.node::text, 'ref',
     jsonb_build_object('id', ${one}.id, 'type', ${one}.type, 'name', ${one}.name, 'fullyQualifiedName', ${one}.fqn))`;

const TO_READ = `
  select jsonb_strip_nulls(jsonb_build_object('target', e.node::text, 'service', ${refOf('v')},
                                              'asset', case when e.node <> v.node then ${refOf('e')} end)) as found
    from entity e join entity v on v.node = coalesce(e.root, e.node) join data_access a on a.service = v.node
   where e.node = any($1::bigint[]) and e.deleted_by is null and v.deleted_by is null and a.suspended_by is null
     and (a.document ->> 'enabled')::boolean and ($2 <> 'crawl' or (a.document #>> '{crawl,enabled}')::boolean)`;

const WAITING = {
  name: 'data-runs-of-schedules',
  text: `select count(*)::int as waiting from (
           select 1 from data_run where status = 'Queued' and kind = $1 and trigger = 'schedule' limit $2) w`,
};
