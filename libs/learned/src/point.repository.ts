import { Database, NOW_MS, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { TRAINING_SPAN, type Metric, type PointVerdict } from './baseline/judge';
import type { Point } from './baseline/levels';

/** Points of one asset that are looked at, the newest: one each 2.6 minutes of the half year that is learned from. */
const MOST_POINTS = 100_000;

/** The points to read. Times in epoch ms. */
export interface PointQuestion {
  /** Node of the asset, bigint in decimal. */
  readonly asset: string;
  /** The end of what is seen. */
  readonly at: number;
  /** Verdicts on the points; those that were expected are needed however old they are. */
  readonly feedback: readonly PointVerdict[];
  /** How many of the newest points are judged, each by the points of half a year before it; absent: one. */
  readonly judged?: number;
}

const ROW_COUNTS = `table_profile where asset = $1 and timestamp <= $2 and jsonb_typeof(body -> 'rowCount') = 'number'`;
/** The oldest of the points that are judged. */
const oldestJudged = (points: string): string =>
  `(select min(timestamp) from (select timestamp from ${points} order by timestamp desc limit $4::int) n)`;

const VOLUME: PreparedStatement = {
  name: 'learned-volume',
  text: `
  select coalesce(json_agg(json_build_array(p.timestamp, p.rows) order by p.timestamp), '[]') as points
    from (select timestamp, body -> 'rowCount' as rows from ${ROW_COUNTS}
             and (timestamp >= ${oldestJudged(ROW_COUNTS)} - ${TRAINING_SPAN} or timestamp = any($3::bigint[]))
           order by timestamp desc limit ${MOST_POINTS}) p`,
};

/** Observed refreshes, and the last update by the life cycle of the asset. */
const REFRESHES = `(
  select timestamp from observation where asset = $1 and kind = 'refresh' and timestamp <= $2 union
  select u.at from entity e cross join lateral (
         select (coalesce(e.body -> 'lifeCycle', e.details -> 'lifeCycle') -> 'updated' ->> 'timestamp')::numeric::bigint as at) u
   where e.node = $1 and u.at <= $2) r`;

const FRESHNESS: PreparedStatement = {
  name: 'learned-freshness',
  text: `
  with oldest as (select ${oldestJudged(REFRESHES)} as at)
  select coalesce(json_agg(r.timestamp order by r.timestamp), '[]') as times
    from (select timestamp from ${REFRESHES}
           where timestamp >= (select at from oldest) - ${TRAINING_SPAN} or timestamp = any($3::bigint[])
              or timestamp in (select (select min(timestamp) from ${REFRESHES} where timestamp > f.at) from unnest($3::bigint[]) f(at))
           order by timestamp desc limit ${MOST_POINTS}) r`,
};

/** Statements that find the points of assets. */
@Injectable()
export class PointRepository {
  constructor(private readonly database: Database) {}

  /** The asset of a contract (nodes), and the time of the database. */
  async assetOf(
    contract: string,
  ): Promise<{ readonly asset: string; readonly id: string; readonly type: string; readonly now: number }> {
    const [row] = await this.database.read<{ asset: string; id: string; type: string; now: number }>(ASSET, [contract]);
    return row!;
  }

  /** Points in ascending order, of freshness but the last one, whose gap is still open: that is `open`. */
  async of(
    metric: Metric,
    { asset, at, feedback, judged = 1 }: PointQuestion,
  ): Promise<{ readonly points: readonly Point[]; readonly tested?: Point }> {
    const also = feedback.flatMap(({ verdict, timestamp }) => (verdict === 'expected' ? timestamp : []));
    if (metric === 'volume') {
      const [row] = await this.database.read<{ points: [number, number][] }>(VOLUME, [asset, at, also, judged]);
      const points = (row?.points ?? []).map(([t, v]) => ({ t, v }));
      return { points, tested: points.at(-1) };
    }
    const [row] = await this.database.read<{ times: number[] }>(FRESHNESS, [asset, at, also, judged]);
    return gapsOf(row?.times ?? [], at);
  }

  /** Whether there is a point at a time, be it an open one. */
  async has(metric: Metric, asset: string, timestamp: number): Promise<boolean> {
    const { tested } = await this.of(metric, { asset, at: timestamp, feedback: [] });
    return tested?.t === timestamp;
  }
}

/** Gaps behind refreshes in seconds. @param times ascending @param at the gap behind the last one is open until then */
function gapsOf(times: readonly number[], at: number): { readonly points: readonly Point[]; readonly tested?: Point } {
  const last = times.at(-1);
  const points = times.slice(0, -1).map((t, index) => ({ t, v: (times[index + 1]! - t) / 1_000 }));
  return { points, ...(last !== undefined && { tested: { t: last, v: (at - last) / 1_000 } }) };
}

const ASSET: PreparedStatement = {
  name: 'learned-asset',
  text: `
  select c.asset::text as asset, a.id::text as id, a.type, ${NOW_MS}::float8 as now
    from contract c join entity a on a.node = c.asset where c.node = $1`,
};
