import { entityTypes, lineOf, Visibility, type Reference } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { reference } from './verdict-list';

/** Of what assets are counted together. */
export const COVERED_BY = ['service', 'domain'] as const;
export type CoveredBy = (typeof COVERED_BY)[number];

/** How many assets of a service or domain could have a contract, and have one. */
export interface Coverage {
  /** Absent: assets that are in no domain. */
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

/** Binds a value and gives its SQL. */
type Bind = (value: unknown) => string;

/** What the actor may not see: SQL for rows of entities; undefined where it may see everything. */
interface Sight {
  /** On `e`, one entity. */
  readonly one: string;
  /** On `m`, many assets with node, type and parent. */
  readonly many: string;
}

/** Entities with domains of their own, and the entities that assets lie in with the domains that they show. */
const PLACES = (containers: string): string => `
  own as materialized (
    select r.from_node as node, array_agg(r.to_node) as groups
      from entity d join entity_reference r on r.to_node = d.node and r.relation = 'domains'
     where d.type = 'domain' and d.deleted_by is null group by r.from_node),
  place (node, parent, groups) as (
    select p.node, p.parent, o.groups from entity p left join own o on o.node = p.node
     where p.type = any(${containers}) and p.parent is null and p.deleted_by is null
    union all
    select p.node, p.parent, coalesce(o.groups, above.groups)
      from place above join entity p on p.parent = above.node and p.type = any(${containers}) and p.deleted_by is null
      left join own o on o.node = p.node)`;

/**
 * Assets in a place show its domains, unless they have their own. Counters know how many lie in each, but for roots, whose counters hold
 * all that lies below.
 */
const ASSETS_BY_DOMAIN = (subjects: string): string => `
    select p.groups, case when p.parent is null
        then (select count(*) from entity m where m.parent = p.node and m.type = any(${subjects}) and m.deleted_by is null)
        else (select coalesce(sum(k.n), 0) from counter k
               where k.type = any(${subjects}) and k.parent = p.node and not k.deleted) end as n
      from place p
    union all
    select change.groups, change.n
      from own o join entity m on m.node = o.node and m.type = any(${subjects}) and m.deleted_by is null
      left join place p on p.node = m.parent, lateral (values (o.groups, 1), (p.groups, -1)) change (groups, n)`;

/** Of `groups` those that are seen, one null without any. The list of all that are seen is made once. */
const SHOWN_DOMAINS = (sight: string): string => `
  coalesce(nullif(array(select g from unnest(groups) g where g = any(array(
    select e.node from entity e where e.type = 'domain' and e.deleted_by is null and ${sight}))), '{}'), array[null]::bigint[])`;

const ASSETS_BY_SERVICE = (subjects: string, services: string): string => `
    select array[s.node] as groups, (
      select coalesce(sum(k.n), 0) from counter k
       where k.type = any(${subjects}) and k.parent = s.node and not k.deleted) as n
      from entity s where s.type = any(${services}) and s.deleted_by is null`;

/** Which groups an asset `m` belongs to, and what that needs. */
const GROUPS: Record<CoveredBy, { readonly sql: string; readonly joins: string }> = {
  service: { sql: 'array[m.root]', joins: '' },
  domain: {
    sql: 'coalesce(o.groups, p.groups)',
    joins: 'left join own o on o.node = m.node left join place p on p.node = m.parent',
  },
};

/** Counts assets with and without contracts. */
@Injectable()
export class ContractCoverage {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Those with the most assets first. One statement. Contracts are read one by one, assets counted before. */
  async of(actor: Actor, by: CoveredBy, limit: number): Promise<{ data: Coverage[] }> {
    const values: unknown[] = [];
    const text = statementOf(
      by,
      limit,
      (value) => `$${values.push(value)}`,
      (bound) => this.sightOf(actor, bound),
    );
    const rows = await this.database.query<Row & object>(text, values);
    return { data: rows.map(({ group, ...counts }) => ({ ...(group && { group }), ...counts })) };
  }

  private sightOf(actor: Actor, bound: Bind): Sight | undefined {
    this.visibility.condition(actor, entityTypes.get('dataContract'));
    const hidden = this.visibility.partlyVisible(actor);
    if (!hidden) return undefined;
    const { types, closed, condition } = hidden;
    const open = (alias: string): string => `${alias}.type <> all(${bound(closed)}::text[])`;
    const [partial, value] = [`any(${bound(types)}::text[])`, bound(condition.value)];
    return {
      one: `${open('e')} and (e.type <> all(${bound(types)}::text[]) or ${condition.sql(value)})`,
      many: `${open('m')} and (not m.type = ${partial} or ${condition.ofMany?.('m', value) ?? 'true'})`,
    };
  }
}

function statementOf(by: CoveredBy, limit: number, bound: Bind, sightOf: (bound: Bind) => Sight | undefined): string {
  const sight = sightOf(bound);
  const { subjects, containers, services } = typesOf();
  const subjectTypes = `${bound(subjects)}::text[]`;
  const { sql: groups, joins } = GROUPS[by];
  const visible = `
    select ${groups} as groups, 1 as n
      from m ${joins} where ${sight?.many}`;
  const counted = (): string =>
    by === 'domain' ? ASSETS_BY_DOMAIN(subjectTypes) : ASSETS_BY_SERVICE(subjectTypes, `${bound(services)}::text[]`);
  // An asset whose domains are all hidden is in none, as it is shown itself.
  const shown = sight && by === 'domain' ? SHOWN_DOMAINS(sight.one) : `coalesce(groups, array[null]::bigint[])`;
  return `
  with recursive ${by === 'domain' ? `${PLACES(`${bound(containers)}::text[]`)},` : ''}
  m as (select e.node, e.type, e.parent, e.root from entity e where e.type = any(${subjectTypes}) and e.deleted_by is null),
  asset as (${sight ? visible : counted()}),
  held as (
    select ${groups} as groups, c.verdict
      from contract c join entity m on m.node = c.asset ${joins} join entity e on e.node = c.node
     where c.live and ${sight?.one ?? 'true'}),
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
   order by sum(s.assets) desc, e.fqn limit ${bound(limit)}`;
}

/** Types that can have a contract, those that they can lie in, and of these the topmost. */
function typesOf(): { subjects: readonly string[]; containers: string[]; services: string[] } {
  const line = new Set(CONTRACT_SUBJECTS.flatMap((type) => lineOf(entityTypes.get(type))));
  const containers = [...line].filter((type) =>
    [...line].some((below) => entityTypes.get(below).parents.some(({ types }) => types.includes(type))),
  );
  const services = containers.filter((type) => entityTypes.get(type).parents.length === 0);
  return { subjects: CONTRACT_SUBJECTS, containers, services };
}
