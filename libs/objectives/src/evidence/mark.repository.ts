import { HOUR } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Mark } from '../attainment/tally';

/** Range of evidence of a contract, or of its asset, that is read; epoch ms. */
export interface MarksAsk {
  /** A contract, of its verdicts; an asset, of its observations. A bigint in decimal. */
  readonly node: string;
  /** Marks from there on. */
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** Instants that no mark may have on both of its sides. */
  readonly cuts: readonly number[];
  /** Whether the last mark before is read as well. */
  readonly withEarlier: boolean;
  /** Whether what a bucket without evidence counts as rests on the last one before it. */
  readonly carries: boolean;
}

type StoredMark = readonly [at: number, good: number, bad: number, isLastGood: boolean | null];

/** Evidence by the hour: that of contracts from the stored counts. Only an hour with a cut in it is read result by result. */
@Injectable()
export class MarkRepository {
  constructor(private readonly database: Database) {}

  /** Verdicts of contracts, ascending; in the order of the asks. */
  verdicts(asks: readonly MarksAsk[]): Promise<Mark[][]> {
    return this.read(VERDICTS, asks);
  }

  /** Observations of whether assets were available, ascending; in the order of the asks. */
  availability(asks: readonly MarksAsk[]): Promise<Mark[][]> {
    return this.read(AVAILABILITY, asks);
  }

  /** The nth result of a contract that is no Success, from an instant on and before another. */
  async badResult(contract: string, from: number, to: number, nth: number): Promise<number | undefined> {
    return this.instant(BAD_RESULT, [contract, from, to, nth]);
  }

  /** The nth observation of an asset that it was not available. */
  async unavailable(asset: string, from: number, to: number, nth: number): Promise<number | undefined> {
    return this.instant(UNAVAILABLE, [asset, from, to, nth]);
  }

  private async read(statement: { name: string; text: string }, asks: readonly MarksAsk[]): Promise<Mark[][]> {
    if (asks.length === 0) return [];
    const rows = await this.database.read<{ marks: string }>(statement, [JSON.stringify(asks.map(valuesOf))]);
    return rows.map(({ marks }) =>
      (JSON.parse(marks) as StoredMark[]).map(([at, good, bad, isLastGood]) => ({ at, good, bad, isLastGood })),
    );
  }

  private async instant(statement: { name: string; text: string }, values: unknown[]): Promise<number | undefined> {
    const [row] = await this.database.read<{ timestamp: string }>(statement, values);
    return row && Number(row.timestamp);
  }
}

function valuesOf({ node, from, to, cuts, withEarlier, carries }: MarksAsk, place: number): object {
  const split = new Set([from, to, ...cuts].filter((cut) => cut % HOUR !== 0).map((cut) => Math.floor(cut / HOUR)));
  const [first, last] = [Math.floor(from / HOUR), Math.floor((to - 1) / HOUR)];
  return { place, node, from, to, first, last, cuts, split: [...split], earlier: withEarlier, carries };
}

const ASKED = `
    select * from json_to_recordset($1::json) as a(
      place int, node bigint, "from" bigint, "to" bigint, first bigint, last bigint, cuts bigint[], split bigint[], earlier boolean, carries boolean)`;

const IS_VERDICT = `status in ('Success', 'Failed', 'PartialSuccess')`;

const MARKS_AS_JSON = `coalesce((select json_agg(json_build_array(m.at, m.good, m.bad, m.last) order by m.at)`;

// An hour with a cut is looked up by its times, with `offset 0`: joined, the results of all time of a contract may be read for it.
// Whether the last verdict of an hour with good and bad ones is good is looked up only where the hour after it may be without one.
const VERDICTS = {
  name: 'objective-verdicts',
  text: `
  with asked as materialized (${ASKED})
  select ${MARKS_AS_JSON} from (
      select hour * ${HOUR} as at, good, bad, case when bad = 0 then true when good = 0 then false
             when a.carries and (next is distinct from hour + 1 or hour + 1 = any(a.split)) then (
               select status = 'Success' from contract_result r
                where r.contract = a.node and r.timestamp >= hour * ${HOUR} and r.timestamp < (hour + 1) * ${HOUR} and ${IS_VERDICT}
                order by r.timestamp desc limit 1) end as last
        from (select hour, coalesce(sum(n) filter (where status = 'Success'), 0) as good,
                     coalesce(sum(n) filter (where status <> 'Success'), 0) as bad, lead(hour) over (order by hour) as next
                from contract_result_count c
               where c.contract = a.node and c.hour >= a.first and c.hour <= a.last and n > 0 and ${IS_VERDICT}
               group by hour) h
       where hour <> all(a.split)
      union all
      select min(timestamp), count(*) filter (where status = 'Success'), count(*) filter (where status <> 'Success'),
             max(timestamp) filter (where status = 'Success') = max(timestamp)
        from unnest(a.split) s (hour) cross join lateral (
               select r.timestamp, r.status from contract_result r
                where r.contract = a.node and r.timestamp >= greatest(a."from", s.hour * ${HOUR})
                  and r.timestamp < least(a."to", (s.hour + 1) * ${HOUR}) and ${IS_VERDICT} offset 0) r
       group by s.hour, width_bucket(timestamp, a.cuts)
      union all
      (select timestamp, (status = 'Success')::int, (status <> 'Success')::int, status = 'Success'
         from unnest(array['Success', 'Failed', 'PartialSuccess']) v (verdict) cross join lateral (
              select r.timestamp, r.status from contract_result r
               where r.contract = a.node and r.status = v.verdict and r.timestamp < a."from" order by r.timestamp desc limit 1) newest
        where a.earlier order by timestamp desc limit 1)) m), '[]')::text as marks
    from asked a order by a.place`,
};

// Of two at one time the one that says no is the last.
const AVAILABILITY = {
  name: 'objective-availability',
  text: `
  with asked as materialized (${ASKED})
  select ${MARKS_AS_JSON} from (
      select min(timestamp) as at, count(*) filter (where available) as good, count(*) filter (where not available) as bad,
             coalesce(max(timestamp) filter (where not available) < max(timestamp), true) as last
        from observation o
       where o.asset = a.node and o.kind = 'availability' and o.timestamp >= a."from" and o.timestamp < a."to"
       group by timestamp / ${HOUR}, width_bucket(timestamp, a.cuts)
      union all
      (select timestamp, available::int, (not available)::int, available from observation o
        where a.earlier and o.asset = a.node and o.kind = 'availability' and o.timestamp < a."from" order by o.timestamp desc, o.available limit 1)) m), '[]')::text as marks
    from asked a order by a.place`,
};

const BAD_RESULT = {
  name: 'objective-bad-result',
  text: `select r.timestamp::text from contract_result r
          where contract = $1 and status in ('Failed', 'PartialSuccess') and r.timestamp >= $2::bigint and r.timestamp < $3::bigint
          order by r.timestamp offset $4::int - 1 limit 1`,
};

const UNAVAILABLE = {
  name: 'objective-unavailable',
  text: `select o.timestamp::text from observation o
          where asset = $1 and kind = 'availability' and not available and o.timestamp >= $2::bigint and o.timestamp < $3::bigint
          order by o.timestamp offset $4::int - 1 limit 1`,
};
