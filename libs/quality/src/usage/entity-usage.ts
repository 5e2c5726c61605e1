import { entityTypes } from '@app/catalog';
import { invalidFields, type Actor } from '@app/common';
import { AccessControl } from '@app/auth';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from '../target/evidence-target';
import { TargetFinder } from '../target/target-finder';

/** Uses on one day (YYYY-MM-DD). */
export interface SentUsage {
  readonly date: string;
  readonly count: number;
}

/** One day as it is answered: counts of it, of the 7 and of the 30 days that end with it, each with its percentile rank. */
export interface UsageAnswer {
  readonly entity: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  readonly usage: readonly object[];
}

/** How often things are used, day by day. What is used of a table is used of its schema and its database as well. */
@Injectable()
export class EntityUsage {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly access: AccessControl,
  ) {}

  /**
   * Stores the uses of a day.
   * @param way set: in place of what was reported for that day; add: beside it
   * @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST for a type whose use is not counted
   */
  async push(actor: Actor, type: string, key: string, usage: SentUsage, way: 'set' | 'add'): Promise<UsageAnswer> {
    requireCounted(type);
    const target = await this.targets.find(actor, type, key, 'EditAll');
    await this.database.transaction(async (tx) => {
      await this.targets.hold(tx, target);
      const nodes = await this.count(tx, target, usage, way);
      await query(tx, SHOW_NEWEST, [nodes]);
    });
    return this.answer(target, usage.date, 1);
  }

  /** @param days how many days that end with the date */
  async get(actor: Actor, type: string, key: string, date: string, days: number): Promise<UsageAnswer> {
    requireCounted(type);
    return this.answer(await this.targets.find(actor, type, key, 'ViewBasic'), date, days);
  }

  /**
   * Compares all entities of a type by their uses up to a day; each shows its percentile rank.
   * @throws {AppError} FORBIDDEN, BAD_REQUEST
   */
  async computePercentiles(actor: Actor, type: string, date: string): Promise<void> {
    requireCounted(type);
    this.access.require(actor, ['EditAll'], type);
    await this.database.transaction((tx) => query(tx, RANK, [type, date]));
  }

  /** The nodes whose counts changed, in the order in which all writers lock them. */
  private async count(
    tx: Transaction,
    { node, id }: EvidenceTarget,
    { date, count }: SentUsage,
    way: 'set' | 'add',
  ): Promise<string[]> {
    // One writer of a thing's use at a time: what its line counts is the difference to what was known.
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('entity usage ' || $1, 0))`, [id]);
    const [known] = await query<{ uses: string }>(tx, `select uses from entity_usage where node = $1 and day = $2`, [
      node,
      date,
    ]);
    const more = way === 'add' ? count : count - Number(known?.uses ?? 0);
    const rows = await query<{ node: string }>(tx, COUNT, [node, date, more, COUNTED_TYPES]);
    return rows.map((row) => row.node);
  }

  private async answer({ id, type, fqn, node }: EvidenceTarget, date: string, days: number): Promise<UsageAnswer> {
    const rows = await this.database.read<{ usage: object }>(USAGE, [node, date, days]);
    return { entity: { id, type, fullyQualifiedName: fqn }, usage: rows.map(({ usage }) => usage) };
  }
}

/** Types whose use is counted: those that show a summary of it. */
export const COUNTED_TYPES = entityTypes
  .all()
  .filter(({ attributes }) => attributes.usageSummary)
  .map(({ type }) => type);

function requireCounted(type: string): void {
  if (COUNTED_TYPES.includes(type)) return;
  throw invalidFields([
    { field: 'entity', message: `must be one of ${COUNTED_TYPES.join(', ')}; got "${type.slice(0, 100)}"` },
  ]);
}

const COUNT = `
  insert into entity_usage (node, day, uses)
  select line.node, $2, greatest(0, $3)
    from (with recursive line as (
            select node, parent, type from entity where node = $1
            union all select e.node, e.parent, e.type from line join entity e on e.node = line.parent)
          select node from line where type = any($4) order by node) line
  on conflict (node, day) do update set uses = greatest(0, entity_usage.uses + $3)
  returning node::text`;

/** Counts up to a day; the ranks are those of the last comparison of that day. */
const statistics = (day: string): string => `jsonb_build_object('date', to_char(${day}, 'YYYY-MM-DD'),
    'dailyStats', jsonb_build_object('count', coalesce(sum(u.uses) filter (where u.day = ${day}), 0),
      'percentileRank', coalesce(max(u.daily_rank) filter (where u.day = ${day}), 0)),
    'weeklyStats', jsonb_build_object('count', coalesce(sum(u.uses) filter (where u.day > ${day} - 7), 0),
      'percentileRank', coalesce(max(u.weekly_rank) filter (where u.day = ${day}), 0)),
    'monthlyStats', jsonb_build_object('count', coalesce(sum(u.uses), 0),
      'percentileRank', coalesce(max(u.monthly_rank) filter (where u.day = ${day}), 0)))`;

const USAGE = {
  name: 'entity-usage',
  text: `
    select (select ${statistics('d.day')} from entity_usage u
             where u.node = $1 and u.day between d.day - 29 and d.day) as usage
      from (select $2::date - n as day from generate_series(0, $3::int - 1) n) d
     where exists (select 1 from entity_usage x where x.node = $1 and x.day = d.day)
     order by d.day desc`,
};

/** A read-only attribute, so that versions stay. */
const SHOW_NEWEST = `
  update entity e set details = e.details || jsonb_build_object('usageSummary', s.usage)
    from (select w.node, (select ${statistics('w.day')} from entity_usage u
                           where u.node = w.node and u.day between w.day - 29 and w.day) as usage
            from (select node, max(day) as day from entity_usage where node = any($1::bigint[]) group by node) w) s
   where e.node = s.node and e.details -> 'usageSummary' is distinct from s.usage`;

const RANK = `
  with sums as (
    select u.node, sum(u.uses) filter (where u.day = $2::date) as daily,
           sum(u.uses) filter (where u.day > $2::date - 7) as weekly, sum(u.uses) as monthly
      from entity_usage u join entity e on e.node = u.node
     where e.type = $1 and e.deleted_by is null and u.day between $2::date - 29 and $2::date
     group by u.node),
  ranks as (
    select node, 100 * percent_rank() over (order by coalesce(daily, 0)) as daily,
           100 * percent_rank() over (order by coalesce(weekly, 0)) as weekly,
           100 * percent_rank() over (order by monthly) as monthly
      from sums),
  ranked as (
    update entity_usage u set daily_rank = r.daily, weekly_rank = r.weekly, monthly_rank = r.monthly
      from ranks r where u.node = r.node and u.day = $2::date
    returning u.node, r.daily, r.weekly, r.monthly)
  update entity e set details = jsonb_set(jsonb_set(jsonb_set(e.details,
           '{usageSummary,dailyStats,percentileRank}', to_jsonb(r.daily)),
           '{usageSummary,weeklyStats,percentileRank}', to_jsonb(r.weekly)),
           '{usageSummary,monthlyStats,percentileRank}', to_jsonb(r.monthly))
    from ranked r
   where e.node = r.node and e.details -> 'usageSummary' ->> 'date' = to_char($2::date, 'YYYY-MM-DD')`;
