import { closedTypes, entityTypes, sightValue, Visibility } from '@app/catalog';
import { isUuid, KeysetPages, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Causes } from './causes/causes';
import type { ContractIncident } from './contract-incident';
import { IncidentRepository, type IncidentFilter } from './incident.repository';
import { IncidentSettlement } from './incident-settlement';
import { IS_PAST, type IncidentRow } from './incident-sql';
import { IncidentView, type AffectedIncident } from './incident-view';

export const INCIDENT_LISTS = ['open', 'resolved', 'all'] as const;

export interface IncidentListRequest {
  readonly status: (typeof INCIDENT_LISTS)[number];
  /** Id of a contract. */
  readonly contract?: string;
  /** Id or name of a user or team. */
  readonly assignee?: string;
  /** Those of the actor and its teams. */
  readonly mine?: boolean;
  /** Id or FQN of a domain of the contract's asset, inherited ones too. */
  readonly domain?: string;
  /** Id of the incident that they follow from. */
  readonly cause?: string;
  /** Range of `openedAt`, in epoch ms, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

export interface IncidentPage<Row> {
  readonly data: readonly Row[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

const CONTRACT = 'dataContract';
const IS_OPEN = `(i.status <> 'Resolved' and not ${IS_PAST})`;
/** Domains that the asset of the contract `e` shows: its own, else those of the nearest that it lies in. */
const IN_DOMAIN = (bound: string): string => `exists (
  with recursive line (node, parent, depth) as (
    select a.node, a.parent, 0 from entity a where a.node = e.parent union all
    select x.node, x.parent, l.depth + 1 from line l join entity x on x.node = l.parent),
  holder as (
    select l.node from line l where exists (
      select from entity_reference x where x.from_node = l.node and x.relation = 'domains') order by l.depth limit 1)
  select from holder h join entity_reference x on x.from_node = h.node and x.relation = 'domains'
    join entity d on d.node = x.to_node and d.deleted_by is null where ${bound}::text in (d.id::text, d.fqn))`;

/** Lists incidents of the contracts that the actor may view, the newest first. */
@Injectable()
export class IncidentList {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly settlement: IncidentSettlement,
    private readonly causes: Causes,
    private readonly view: IncidentView,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  async of(actor: Actor, query: IncidentListRequest): Promise<IncidentPage<ContractIncident>> {
    const { limit, before: _before, after: _after, ...asked } = query;
    await this.settlement.settle(query.contract === undefined ? {} : { contract: query.contract });
    const page = this.pages.open(`contract incidents ${JSON.stringify(Object.entries(asked).sort())}`, query);
    const filter = await this.filter(actor, query);
    if (!filter) return { data: [], paging: { total: 0 } };
    const place = page.place?.keys as string[] | undefined;
    const part = { ...filter, ...(place && { place }), isBackward: page.isBackward, limit: limit + 1 };
    const [found, total] = await Promise.all([this.incidents.page(part), this.incidents.count(filter)]);
    const rows = page.rows(found, limit);
    const neighbours = page.neighbours(rows, found.length > limit, (row) => [row.opened_at, row.place]);
    return { data: await this.view.shown(actor, rows), paging: { total, ...neighbours } };
  }

  /** Lists what follows from an incident, the nearest first, then by FQN of the contract. */
  async affected(
    actor: Actor,
    row: IncidentRow,
    query: Pick<IncidentListRequest, 'limit' | 'before' | 'after'>,
  ): Promise<IncidentPage<AffectedIncident>> {
    const page = this.pages.open(`contract incidents affected ${row.id}`, query);
    const { affected = [] } = (await this.view.surroundings(actor, [row])).get(row.id) ?? {};
    const sorted = [...affected].sort((one, other) => compareKeys(keysOf(one), keysOf(other)));
    const place = page.place?.keys as AffectedKeys | undefined;
    const beyond = sorted.filter(
      (one) => !place || (page.isBackward ? compareKeys(keysOf(one), place) < 0 : compareKeys(keysOf(one), place) > 0),
    );
    const data = page.rows(page.isBackward ? beyond.reverse() : beyond, query.limit);
    const neighbours = page.neighbours(data, beyond.length > query.limit, keysOf);
    return { data, paging: { total: sorted.length, ...neighbours } };
  }

  /** Undefined where the query names something that the actor may not view: then nothing is found. */
  private async filter(actor: Actor, query: IncidentListRequest): Promise<IncidentFilter | undefined> {
    const { status, contract, assignee, mine, domain, cause, startTs, endTs } = query;
    const filter = new Filter();
    const condition = this.visibility.condition(actor, entityTypes.get(CONTRACT));
    if (condition) filter.add((bind) => condition.sql(bind(condition.value)));
    if (status !== 'all') filter.add(() => (status === 'open' ? IS_OPEN : `not ${IS_OPEN}`));
    if (contract !== undefined) filter.add((bind) => `e.id = ${bind(contract)}::uuid`);
    if (assignee !== undefined) filter.add((bind) => this.assigned(actor, assignee, bind));
    if (mine) filter.add((bind) => `p.id = any(${bind([...actor.ownerIds])}::uuid[])`);
    if (domain !== undefined) {
      if (await this.visibility.namesHidden(this.database, actor, [{ key: domain, types: ['domain'] }]))
        return undefined;
      filter.add((bind) => IN_DOMAIN(bind(isUuid(domain) ? domain.toLowerCase() : domain)));
    }
    if (startTs !== undefined) filter.add((bind) => `i.opened_at >= ${bind(startTs)}::bigint`);
    if (endTs !== undefined) filter.add((bind) => `i.opened_at <= ${bind(endTs)}::bigint`);
    if (cause === undefined) return filter;
    const root = await this.incidents.find(cause);
    if (!root || !(await this.visibility.seenOf(this.database, actor, [root.contract])).length) return undefined;
    const below = (await this.causes.of([cause])).get(cause)?.affected ?? [];
    filter.add(
      (bind) =>
        `(i.id = any(${bind(below.map(({ id }) => id))}::uuid[]) or (not ${IS_OPEN} and i.cause = ${bind(cause)}::uuid))`,
    );
    return filter;
  }

  /** Assignees that are hidden from the actor are found by nobody but themselves. */
  private assigned(actor: Actor, assignee: string, bind: Bind): string {
    const named = isUuid(assignee) ? `p.id = ${bind(assignee)}::uuid` : `p.name = ${bind(assignee)}::text`;
    const sight = this.visibility.sightOf(actor);
    const value = sightValue(sight);
    if (value === undefined) return named;
    const own = `p.id = any(${bind([...actor.ownerIds])}::uuid[])`;
    const closed = `p.type = any(${bind(closedTypes(sight))}::text[])`;
    return `${named} and (${own} or (not ${closed} and sees(p.node, ${bind(value)}::jsonb)))`;
  }
}

type Bind = (value: unknown) => string;

class Filter implements IncidentFilter {
  readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  add(condition: (bind: Bind) => string): void {
    this.conditions.push(condition((value) => `$${this.values.push(value)}`));
  }
}

type AffectedKeys = readonly [hops: number, fqn: string, incident: string];

const keysOf = ({ hops, contract, incident }: AffectedIncident): AffectedKeys => [
  hops,
  contract.fullyQualifiedName,
  incident,
];

function compareKeys(one: AffectedKeys, other: AffectedKeys): number {
  const at = [0, 1, 2].find((index) => one[index] !== other[index]);
  return at === undefined ? 0 : one[at]! < other[at]! ? -1 : 1;
}
