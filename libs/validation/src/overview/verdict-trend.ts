import { Visibility } from '@app/catalog';
import { invalidFields, type Actor } from '@app/common';
import { isCurrent, zoneOf } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { assetDomains, GROUPS, visibleOnly, typesOf, type Bind, type VisibleSql } from './asset-groups';

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
   * Oldest day first. Two statements, of which one asks for the time. Results are read of those contracts alone that turned since the day.
   * @throws {AppError} BAD_REQUEST, FORBIDDEN
   */
  async of(actor: Actor, query: TrendQuery): Promise<{ data: DayOfVerdicts[] }> {
    const zone = zoneOf(query.timezone);
    if (!zone) throw invalidFields([{ field: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' }]);
    if (query.domain !== undefined && query.service !== undefined)
      throw invalidFields([{ field: 'service', message: 'cannot be given beside domain' }]);
    const values: unknown[] = [];
    const bound: Bind = (value) => `$${values.push(value)}`;
    const sight = visibleOnly(this.visibility, actor, bound);
    const days = daysUntil(await this.database.now(), query.days, zone.name);
    const text = statementOf(query, bound(days.slice(1).map(({ start }) => start)), bound, sight);
    const rows = await this.database.query<Omit<DayOfVerdicts, 'day'> & { at: number }>(text, values);
    const counted = new Map(rows.map(({ at, ...counts }) => [at, counts]));
    return { data: days.map(({ day }, at) => ({ day, ...(counted.get(at) ?? { holding: 0, failing: 0 }) })) };
  }
}

/** Days of a zone with their first instant, oldest first; the last holds `now`. */
function daysUntil(now: number, count: number, zone: string): { day: string; start: number }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay();
  return Array.from({ length: count }, (_, at) => {
    const day = today.subtract({ days: count - 1 - at }).startOfDay();
    return { day: day.toPlainDate().toString(), start: day.epochMilliseconds };
  });
}

const VERDICTS = `('Success', 'PartialSuccess', 'Failed')`;

/** The contracts of those assets that belong to a group that is seen: of one that is hidden as of one that is not there, none. */
function groupOf({ domain, service }: TrendQuery, bound: Bind, sight: VisibleSql | undefined) {
  const seen = (types: string, fqn: string): string => `array(
      select e.node from entity e
       where e.type = any(${types}::text[]) and e.fqn = ${bound(fqn)} and e.deleted_by is null and ${sight?.one ?? 'true'})`;
  const { services } = typesOf();
  if (domain !== undefined) {
    const { places, joins, groups } = assetDomains(bound);
    return { places: `recursive ${places},`, joins, within: `and ${groups} && ${seen(bound(['domain']), domain)}` };
  }
  const within = service === undefined ? '' : `and ${GROUPS.service.sql} && ${seen(bound(services), service)}`;
  return { places: '', joins: '', within };
}

/**
 * @param ends SQL of the instants with which all days but the last ended
 */
function statementOf(query: TrendQuery, ends: string, bound: Bind, sight: VisibleSql | undefined): string {
  const { places, joins, within } = groupOf(query, bound, sight);
  return `
  with ${places}
  judged as materialized (
    select c.node, c.verdict, c.verdict_since, c.verdict_before, ${isCurrent('c')} as is_current
      from contract c join entity m on m.node = c.asset ${joins} join entity e on e.node = c.node
     where c.live and c.verdict is not null and ${sight?.one ?? 'true'} ${within}),
  day (at, until) as (
    select i - 1, until from unnest((${ends}::bigint[] || null::bigint)) with ordinality d (until, i)),
  state as (
    select at, case
        when until is null and not j.is_current then null
        when until is null or j.verdict_since < until then j.verdict
        when j.verdict_before is not null then (
          select r.status from contract_result r
           where r.contract = j.node and r.timestamp < until and r.status in ${VERDICTS}
           order by r.timestamp desc limit 1) end as verdict
      from day cross join judged j)
  select at::int, count(*) filter (where verdict = 'Success')::int as holding,
         count(*) filter (where verdict in ('Failed', 'PartialSuccess'))::int as failing
    from state where verdict is not null group by at`;
}
