import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Refreshes } from '../attainment/tally';

/** Range of the refreshes of an asset that is read; epoch ms. */
export interface RefreshAsk {
  /** The asset, a bigint in decimal. */
  readonly node: string;
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** Times between two refreshes that are not longer do not matter, in ms. */
  readonly least: number;
}

/** Refreshes of assets, as the SLA dimension knows them: observations, and the last one by the asset's own life cycle. */
@Injectable()
export class RefreshRepository {
  constructor(private readonly database: Database) {}

  /** In the order of the asks; undefined where there is no refresh. */
  async read(asks: readonly RefreshAsk[]): Promise<(Refreshes | undefined)[]> {
    if (asks.length === 0) return [];
    const values = [JSON.stringify(asks.map((ask, place) => ({ ...ask, place })))];
    const rows = await this.database.read<{ refreshes: string | null }>(REFRESHES, values);
    return rows.map(({ refreshes }) => (refreshes === null ? undefined : (JSON.parse(refreshes) as Refreshes)));
  }
}

const LIFE_CYCLE = `(select coalesce(e.details, '{}') #> '{lifeCycle,updated,timestamp}' as t from entity e where e.node = a.node) i`;

const REFRESHES = {
  name: 'objective-refreshes',
  text: `
  with asked as materialized (
    select * from json_to_recordset($1::json) as a(place int, node bigint, "from" bigint, "to" bigint, least bigint))
  select (
      select json_build_object('first', min(at), 'last', max(at), 'gaps',
               coalesce(json_agg(json_build_array(before, at) order by at) filter (where at - before > a.least), '[]'))::text
        from (
          select at, lag(at) over (order by at) as before from (
            select o.timestamp as at from observation o
             where o.asset = a.node and o.kind = 'refresh' and o.timestamp < a."to" and o.timestamp >= coalesce((
                   select max(b.timestamp) from observation b
                    where b.asset = a.node and b.kind = 'refresh' and b.timestamp <= a."from"), a."from")
            union
            select (t #>> '{}')::numeric::bigint from ${LIFE_CYCLE}
             where jsonb_typeof(t) = 'number' and (t #>> '{}')::numeric between 0 and a."to" - 1) known) ordered
      having count(*) > 0) as refreshes
    from asked a order by a.place`,
};
