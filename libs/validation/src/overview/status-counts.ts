import { entityTypes, Visibility, type Condition } from '@app/catalog';
import type { Actor } from '@app/common';
import { isCurrent, isDated } from '@app/contracts';
import { Conditions, Database } from '@app/database';
import { EXECUTION_STATUSES, type ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { mineOf } from './asset-groups';

/** How many contracts there are, without those that are upcoming or have ended, by the status of their newest result, and which runs are open. */
export interface StatusCounts {
  readonly total: number;
  readonly byStatus: Partial<Record<ExecutionStatus, number>>;
  /** Contracts without a result. */
  readonly unvalidated: number;
  readonly runs: {
    readonly queued: number;
    readonly running: number;
    /** Request time of the oldest waiting run, in epoch ms. */
    readonly oldestQueuedAt?: number;
  };
}

interface StatusRow {
  /** null: no result; `total`: all of them. */
  readonly status: ExecutionStatus | 'total' | null;
  readonly n: number;
}

interface RunsRow {
  readonly queued: number;
  readonly running: number;
  readonly oldest: string | null;
}

/** Passing contracts, usually most, are the rest of the total, which is counted as contracts come and go. */
const BY_STATUS = {
  name: 'contract-status-counts',
  text: `
    select c.latest_status as status, count(*)::int as n
      from contract c where c.live and c.latest_status is distinct from 'Success' and ${isCurrent('c')} group by c.latest_status
    union all
    select 'total', (select coalesce(sum(n), 0) from counter where type = 'dataContract' and parent = 0 and not deleted)::int
         - (select count(*) from contract c where c.live and ${isDated('c')} and not ${isCurrent('c')})::int`,
};

const RUNS = `
  select count(*) filter (where r.state = 'Queued')::int as queued, count(*) filter (where r.state = 'Running')::int as running,
         floor(extract(epoch from min(r.queued_at) filter (where r.state = 'Queued')) * 1000)::bigint::text as oldest
    from validation_run r`;

/** Counts contracts that the actor may see. */
@Injectable()
export class StatusCounter {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Two statements. @param mine only those that the actor or a team of it owns */
  async counts(actor: Actor, mine = false): Promise<StatusCounts> {
    const owned = mine ? mineOf(actor) : undefined;
    const [statuses, runs] = await Promise.all([this.statuses(actor, owned), this.runs(actor, owned)]);
    const counted = new Map(statuses.map(({ status, n }) => [status, n]));
    const total = counted.get('total') ?? statuses.reduce((sum, { n }) => sum + n, 0);
    const others = statuses.reduce((sum, { status, n }) => (status === 'total' ? sum : sum + n), 0);
    const success = counted.get('Success') ?? total - others;
    const countOf = (status: ExecutionStatus): number => (status === 'Success' ? success : (counted.get(status) ?? 0));
    const byStatus = EXECUTION_STATUSES.flatMap((status) => (countOf(status) > 0 ? [[status, countOf(status)]] : []));
    const { queued = 0, running = 0, oldest } = runs ?? {};
    return {
      total,
      byStatus: Object.fromEntries(byStatus),
      unvalidated: counted.get(null) ?? 0,
      runs: { queued, running, ...(oldest && { oldestQueuedAt: Number(oldest) }) },
    };
  }

  private async statuses(actor: Actor, owned: Condition | undefined): Promise<StatusRow[]> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    if (owned) {
      const { where, values } = Conditions.of('c.live', isCurrent('c')).within(owned).within(condition);
      const text = `
      select c.latest_status as status, count(*)::int as n
        from contract c join entity e on e.node = c.node ${where} group by c.latest_status`;
      return this.database.query<StatusRow>(text, values);
    }
    if (!condition?.ofMany) return this.database.read<StatusRow>(BY_STATUS, []);
    const text = `
      with m as materialized (
        select e.node, e.type, e.parent, c.latest_status from contract c join entity e on e.node = c.node
         where c.live and ${isCurrent('c')})
      select latest_status as status, count(*)::int as n from m where ${condition.ofMany('m', '$1')} group by latest_status`;
    return this.database.query<StatusRow>(text, [condition.value]);
  }

  private async runs(actor: Actor, owned: Condition | undefined): Promise<RunsRow | undefined> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const { where, values } = Conditions.of().within(owned).within(condition);
    if (values.length === 0) return (await this.database.read<RunsRow>({ name: 'open-run-counts', text: RUNS }, []))[0];
    const text = `${RUNS} join entity e on e.node = r.contract ${where}`;
    return (await this.database.query<RunsRow>(text, values))[0];
  }
}
