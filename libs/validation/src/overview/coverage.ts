import { Visibility, type Reference } from '@app/catalog';
import type { Actor } from '@app/common';
import { isCurrent } from '@app/contracts';
import { BoundValues, Database, type Bind } from '@app/database';
import { Injectable } from '@nestjs/common';
import { GROUPS, PLACES, visibleOnly, typesOf, type CoveredBy, type VisibleSql } from './asset-groups';
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

/**
 * Assets below a parent show its domains, unless they have their own. Counters count those of each, but for roots, whose counters contain
 * all that lies below. What lies in nothing has its own domains or none.
 */
const ASSETS_BY_DOMAIN = (subjects: string, roots: string): string => `
    select p.groups, case when p.parent is null
        then (select count(*) from entity m where m.parent = p.node and m.type = any(${subjects}) and m.deleted_by is null)
        else (select coalesce(sum(k.n), 0) from counter k
               where k.type = any(${subjects}) and k.parent = p.node and not k.deleted) end as n
      from place p
    union all
    select change.groups, change.n
      from own o join entity m on m.node = o.node and m.type = any(${subjects}) and m.deleted_by is null
      left join place p on p.node = m.parent, lateral (values (o.groups, 1), (p.groups, -1)) change (groups, n)
     where change.n > 0 or m.parent is not null
    union all
    select null, count(*) from entity m
     where m.type = any(${roots}) and m.deleted_by is null and not exists (select from own o where o.node = m.node)`;

/** SQL of those of `groups` that are seen, one null without any. The list of all that are seen is made once. */
const SHOWN_DOMAINS = (sight: string): string => `
  coalesce(nullif(array(select g from unnest(groups) g where g = any(array(
    select e.node from entity e where e.type = 'domain' and e.deleted_by is null and ${sight}))), '{}'), array[null]::bigint[])`;

const ASSETS_BY_SERVICE = (subjects: string, services: string, roots: string): string => `
    select array[s.node] as groups, (
      select coalesce(sum(k.n), 0) from counter k
       where k.type = any(${subjects}) and k.parent = s.node and not k.deleted) as n
      from entity s where s.type = any(${services}) and s.deleted_by is null
    union all
    select array[null]::bigint[], count(*) from entity m where m.type = any(${roots}) and m.deleted_by is null`;

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
  const { subjects, containers, services, roots } = typesOf();
  const subjectTypes = `${bind(subjects)}::text[]`;
  const { sql: groups, joins } = GROUPS[by];
  const visible =
    sight &&
    `
    select ${groups} as groups, 1 as n
      from m ${joins} where ${sight.many()}`;
  const counted = (): string =>
    by === 'domain'
      ? ASSETS_BY_DOMAIN(subjectTypes, `${bind(roots)}::text[]`)
      : ASSETS_BY_SERVICE(subjectTypes, `${bind(services)}::text[]`, `${bind(roots)}::text[]`);
  // An asset whose domains are all hidden is in none, as it is shown itself.
  const shown = sight && by === 'domain' ? SHOWN_DOMAINS(sight.one) : `coalesce(groups, array[null]::bigint[])`;
  return `
  with recursive ${by === 'domain' ? `${PLACES(`${bind(containers)}::text[]`)},` : ''}
  m as (select e.node, e.type, e.parent, e.root from entity e where e.type = any(${subjectTypes}) and e.deleted_by is null),
  asset as (${visible ?? counted()}),
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
