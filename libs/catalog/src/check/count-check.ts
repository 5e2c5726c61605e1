import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { CheckBlock, CheckStep } from './check-step';

/** Parameter: a type. The one behind it; no row behind the last. */
const NEXT_TYPE = `
  select min(type) as type from (
    (select type from entity where type > $1 order by type limit 1) union all
    (select type from counter where type > $1 order by type limit 1)) t having min(type) is not null`;

const TYPES = 'select count(distinct type)::float8 as n from counter';

/**
 * Parameter: a type. Counters change in the same transaction as the rows they count, so a difference seen in one snapshot stays constant under
 * concurrent writes, and is added.
 */
const COUNTS = `
  with counted as (
    select type, p as parent, deleted_by is not null as deleted, count(*) as n from entity,
           unnest(case when parent is null then array[0] when parent = root then array[0, parent]
                       else array[0, parent, root] end) p
     where type = $1 group by 1, 2, 3),
  kept as (select type, parent, deleted, sum(n) as n from counter where type = $1 group by 1, 2, 3)
  insert into counter as c (type, parent, deleted, slot, n)
  select type, parent, deleted, 0, coalesce(counted.n, 0) - coalesce(kept.n, 0)
    from counted full join kept using (type, parent, deleted)
   where coalesce(counted.n, 0) <> coalesce(kept.n, 0) order by 1, 2, 3
  on conflict (type, parent, deleted, slot) do update set n = c.n + excluded.n
  returning 1`;

/** Checks the counters of entities, type by type. */
@Injectable()
export class CountCheck implements CheckStep {
  readonly name = 'counts';

  constructor(private readonly database: Database) {}

  async size(): Promise<number> {
    return (await this.database.query<{ n: number }>(TYPES))[0]!.n;
  }

  async block(after: string): Promise<CheckBlock> {
    const [found] = await this.database.query<{ type: string }>(NEXT_TYPE, [after]);
    if (!found) return { compared: 0, mended: {}, left: [] };
    const { type } = found;
    const counts = (await this.database.query(COUNTS, [type])).length;
    return { compared: 1, mended: { counts }, left: [], next: type };
  }
}
