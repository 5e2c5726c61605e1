import { Visibility, type Reference } from '@app/catalog';
import type { Actor } from '@app/common';
import { isCurrent } from '@app/contracts';
import { BoundValues, Database, type Bind } from '@app/database';
import { Injectable } from '@nestjs/common';
import { assetsBy, ASSETS } from './asset-counts';
import { GROUPS, visibleOnly, type CoveredBy, type VisibleSql } from './asset-groups';
import { reference } from './verdict-list';

/** How many assets of a service or domain could have a contract, and have one. */
export interface Coverage {
  /** Absent: assets that are in none. */
  readonly group?: Reference;
  /** Assets of types that can have a contract. */
  readonly assets: number;
  readonly contracts: number;
  /** Contracts whose newest result that was not aborted is Success, or another. */
  readonly holding: number;
  readonly failing: number;
}

interface Row extends Omit<Coverage, 'group'> {
  readonly group: Reference | null;
}

/** SQL of those of `groups` that are seen, one null without any. The list of all that are seen is made once. */
const SHOWN_DOMAINS = (sight: string): string => `
  coalesce(nullif(array(select g from unnest(groups) g where g = any(array(
    select e.node from entity e where e.type = 'domain' and e.deleted_by is null and ${sight}))), '{}'), array[null]::bigint[])`;

/** Counts assets with and without contracts. */
@Injectable()
export class ContractCoverage {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Those with the most assets first. One statement. Contracts are read one by one, assets counted before. */
  async of(actor: Actor, by: CoveredBy, limit: number): Promise<{ data: Coverage[] }> {
    const { values, bind } = new BoundValues();
    const text = statementOf(by, limit, bind, visibleOnly(this.visibility, actor, bind));
    const rows = await this.database.query<Row>(text, values);
    return { data: rows.map(({ group, ...counts }) => ({ ...(group && { group }), ...counts })) };
  }
}

function statementOf(by: CoveredBy, limit: number, bind: Bind, sight: VisibleSql | undefined): string {
  const { first, sql: groups, joins } = GROUPS[by];
  // An asset whose domains are all hidden is in none, as it is shown itself.
  const shown = sight && by === 'domain' ? SHOWN_DOMAINS(sight.one) : `coalesce(groups, array[null]::bigint[])`;
  return `
  with recursive ${first(bind)}
  ${ASSETS(bind)},
  asset as (${assetsBy(by, bind, sight)}),
  held as (
    select ${groups} as groups, c.verdict
      from contract c join entity m on m.node = c.asset ${joins} join entity e on e.node = c.node
     where c.live and ${isCurrent('c')} and ${sight?.one ?? 'true'}),
  sums as (
    select g, sum(n) as assets, 0 as contracts, 0 as holding, 0 as failing
      from asset, unnest(${shown}) g group by g
    union all
    select g, 0, count(*), count(*) filter (where verdict = 'Success'),
           count(*) filter (where verdict in ('Failed', 'PartialSuccess'))
      from held, unnest(${shown}) g group by g)
  select case when e.node is not null then ${reference('e')} end as "group", sum(s.assets)::int as assets,
         sum(s.contracts)::int as contracts, sum(s.holding)::int as holding, sum(s.failing)::int as failing
    from sums s left join entity e on e.node = s.g
   where s.g is null or (${sight?.one ?? 'true'})
   group by e.node having sum(s.assets) > 0
   order by sum(s.assets) desc, e.fqn limit ${bind(limit)}`;
}
