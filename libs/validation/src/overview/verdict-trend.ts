import { Visibility } from '@app/catalog';
import { invalidFields, type Actor } from '@app/common';
import { isCurrent, isDated, zoneOf } from '@app/contracts';
import { BoundValues, Database, type Bind } from '@app/database';
import { FAILING_CHANGE, PASSING_CHANGE, QUARTER_MS } from '@app/results';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { GROUPS, visibleOnly, typesOf, type VisibleSql } from './asset-groups';

export const MOST_TREND_DAYS = 366;

/** Contracts of the assets of one domain or one service, by its FQN; of all without either. */
export interface TrendQuery {
  readonly domain?: string;
  readonly service?: string;
  readonly days: number;
  readonly timezone: string;
}

/** How many contracts passed and failed at the end of a day; of the last day, now. */
export interface DayOfVerdicts {
  /** `2026-03-01`, in the zone that was asked for. */
  readonly day: string;
  /** Contracts whose newest result till then that was not aborted is Success, or another. */
  readonly holding: number;
  readonly failing: number;
}

/** How many contracts passed and failed, day by day; of the last day, without those that are upcoming or have ended. */
@Injectable()
export class VerdictTrend {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Oldest day first. Two statements, of which one asks for the time. Callers who see all contracts get sums, for others the contracts are counted that they see.
   * @throws {AppError} BAD_REQUEST, FORBIDDEN
   */
  async of(actor: Actor, query: TrendQuery): Promise<{ data: DayOfVerdicts[] }> {
    const zone = zoneOf(query.timezone);
    if (!zone) throw invalidFields([{ field: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' }]);
    if (query.domain !== undefined && query.service !== undefined)
      throw invalidFields([{ field: 'service', message: 'cannot be given beside domain' }]);
    const { values, bind } = new BoundValues();
    const sight = visibleOnly(this.visibility, actor, bind);
    const days = daysUntil(await this.database.now(), query.days, zone.name);
    const starts = days.map(({ start }) => start);
    const text = statementOf(query, starts, bind, sight);
    const rows = await this.database.query<Omit<DayOfVerdicts, 'day'> & { at: number }>(text, values);
    const counted = new Map(rows.map(({ at, ...counts }) => [at, counts]));
    return { data: days.map(({ day }, at) => ({ day, ...(counted.get(at) ?? { holding: 0, failing: 0 }) })) };
  }
}

/** Days of a zone with their first instant, oldest first; the last contains `now`. */
function daysUntil(now: number, count: number, zone: string): { day: string; start: number }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay();
  return Array.from({ length: count }, (_, at) => {
    const day = today.subtract({ days: count - 1 - at }).startOfDay();
    return { day: day.toPlainDate().toString(), start: day.epochMilliseconds };
  });
}

/** A quarter of an hour without a transition. */
const NEVER = 1e12;

/** SQL of the node of the domain or service, where it is seen: of one that is hidden as of one that is not there, none. */
function groupOf({ domain, service }: TrendQuery, bind: Bind, sight: VisibleSql | undefined): string {
  const types = domain === undefined ? typesOf().services : ['domain'];
  const fqn = bind(domain ?? service);
  return `(
      select e.node from entity e
       where e.type = any(${bind(types)}::text[]) and md5(e.fqn)::uuid = md5(${fqn})::uuid and e.fqn = ${fqn} and e.deleted_by is null
         and ${sight?.one ?? 'true'})`;
}

/** Sources of the numbers of a trend: SQL of tables for the statement below. */
interface Numbers {
  /** Tables that these need. */
  readonly first: string;
  /** `total` (passing, failing): those of all time. */
  readonly total: string;
  /** `moved` (quarter, passing, failing): by how much they changed from a quarter of an hour on. */
  readonly moved: string;
  /** `away` (passing, failing): those of them that are upcoming or have ended. */
  readonly away: string;
}

const PASSING = `count(*) filter (where c.verdict = 'Success') as passing`;
const FAILING = `count(*) filter (where c.verdict in ('Failed', 'PartialSuccess')) as failing`;

/** From the sums of all contracts or of a service. @param root SQL @param since SQL of a quarter of an hour */
function summed(root: string, since: string): Numbers {
  const rows = (where: string): string => `
      select quarter, passing, failing from verdict_sum where root = g.root and ${where} union all
      select quarter, passing, failing from verdict_delta where root = g.root and ${where}`;
  const sums = 'coalesce(sum(s.passing), 0) as passing, coalesce(sum(s.failing), 0) as failing';
  return {
    first: `asked as materialized (select ${root} as root),`,
    total: `select ${sums} from asked g cross join lateral (${rows('quarter = -1')}) s`,
    moved: `select s.quarter, ${sums} from asked g cross join lateral (${rows(`quarter >= ${since}`)}) s group by s.quarter`,
    away: `
      select ${PASSING}, ${FAILING} from asked g cross join contract c join entity m on m.node = c.asset
       where c.live and ${isDated('c')} and not ${isCurrent('c')} and g.root in (0, coalesce(m.root, m.node))`,
  };
}

/** From the contracts that the actor sees, and of these only those of a group. */
function counted(query: TrendQuery, since: string, bind: Bind, sight: VisibleSql | undefined): Numbers {
  const { first, joins, sql: groups } = GROUPS[query.domain === undefined ? 'service' : 'domain'];
  const isAsked = query.domain ?? query.service;
  const within = isAsked === undefined ? '' : `and ${groups} && array${groupOf(query, bind, sight)}`;
  return {
    first: `${first(bind)} c as materialized (
      select c.node, c.verdict, ${isCurrent('c')} as is_current
        from contract c join entity m on m.node = c.asset ${joins} join entity e on e.node = c.node
       where c.live and c.verdict is not null and ${sight?.one ?? 'true'} ${within}),`,
    total: `select ${PASSING}, ${FAILING} from c`,
    moved: `
      select t.at / ${QUARTER_MS} as quarter, sum(${PASSING_CHANGE}) as passing,
             sum(${FAILING_CHANGE}) as failing
        from c join verdict_transition t on t.contract = c.node and t.at >= ${since} * ${QUARTER_MS} group by 1`,
    away: `select ${PASSING}, ${FAILING} from c where not c.is_current`,
  };
}

const rootOf = (query: TrendQuery, bind: Bind): string =>
  query.service === undefined ? '0::bigint' : groupOf(query, bind, undefined);

/**
 * Days are counted back from the present: a transition since the end of a day had not happened then.
 *
 * @param starts first instants of all days
 */
function statementOf(query: TrendQuery, starts: readonly number[], bind: Bind, sight: VisibleSql | undefined): string {
  const ends = starts.slice(1).map((end) => Math.ceil(end / QUARTER_MS));
  const since = `${bind(ends[0] ?? NEVER)}::bigint`;
  const isSummed = !sight && query.domain === undefined;
  const numbers = isSummed ? summed(rootOf(query, bind), since) : counted(query, since, bind, sight);
  return `
  with recursive ${numbers.first}
  total as (${numbers.total}),
  moved as materialized (${numbers.moved}),
  away as (${numbers.away}),
  day (at, until) as (select i - 1, until from unnest(${bind([...ends, null])}::bigint[]) with ordinality d (until, i))
  select d.at::int, (t.passing - n.passing)::int as holding, (t.failing - n.failing)::int as failing
    from total t cross join day d cross join lateral (
      select coalesce(sum(m.passing), 0) as passing, coalesce(sum(m.failing), 0) as failing from moved m where m.quarter >= d.until
      having d.until is not null
      union all select a.passing, a.failing from away a where d.until is null) n`;
}
