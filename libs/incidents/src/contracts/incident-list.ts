import { isOwnParty, isParty, isSeenParty } from '@app/agreements';
import { entityTypes, filterCondition, filterTarget, showsDomain, Visibility } from '@app/catalog';
import { isUuid, KeysetPages, type Actor } from '@app/common';
import { Conditions, Database, type SortDirection } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Causes } from './causes/causes';
import type { ContractIncident } from './contract-incident';
import type { IncidentSort } from './incident-order';
import { IncidentRepository } from './incident.repository';
import { IncidentTransitions } from './incident-transitions';
import { IS_PAST, type IncidentRow } from './incident-sql';
import { IncidentView, type AffectedIncident } from './incident-view';

export const INCIDENT_LISTS = ['open', 'resolved', 'all'] as const;

export interface IncidentListRequest {
  readonly status: (typeof INCIDENT_LISTS)[number];
  readonly contract?: string;
  /** Id or name of a user or team. */
  readonly assignee?: string;
  /** Those of the actor and its teams. */
  readonly mine?: boolean;
  /** Id or FQN of a domain of the contract's asset, inherited ones too. */
  readonly domain?: string;
  /** Id or FQN of an owner of the contract, FQN of the tier of it or of its asset. */
  readonly owner?: string;
  readonly tier?: string;
  /** Id of the incident that they follow from. */
  readonly cause?: string;
  /** Range of `openedAt`, in epoch ms, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
  /** Default: opened. */
  readonly sortBy?: IncidentSort;
  /** Default: desc by `opened`, else asc. */
  readonly sortOrder?: SortDirection;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

export interface IncidentPage<Row> {
  readonly data: readonly Row[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

const CONTRACT = 'dataContract';
/** Filters of lists of contracts, which incidents have from theirs. */
const CONTRACT_FILTERS = ['owner', 'tier'] as const;
const IS_OPEN = `(i.status <> 'Resolved' and not ${IS_PAST})`;

/** Lists incidents of the contracts that the actor may view, the newest first. */
@Injectable()
export class IncidentList {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly transitions: IncidentTransitions,
    private readonly causes: Causes,
    private readonly view: IncidentView,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  async of(actor: Actor, query: IncidentListRequest): Promise<IncidentPage<ContractIncident>> {
    const { limit, before: _before, after: _after, ...asked } = query;
    const { sortBy, sortOrder: direction } = asked;
    await this.transitions.settle(query.contract === undefined ? {} : { contract: query.contract });
    const page = this.pages.open(`contract incidents ${JSON.stringify(Object.entries(asked).sort())}`, query);
    const filter = await this.filter(actor, query);
    if (!filter) return { data: [], paging: { total: 0 } };
    const { rows, paging } = await this.incidents.page(filter, { page, limit, direction }, sortBy);
    return { data: await this.view.shown(actor, rows), paging };
  }

  /** Lists what follows from an incident, the nearest first, then by FQN of the contract. */
  async affected(
    actor: Actor,
    row: IncidentRow,
    query: Pick<IncidentListRequest, 'limit' | 'before' | 'after'>,
  ): Promise<IncidentPage<AffectedIncident>> {
    const page = this.pages.open(`contract incidents affected ${row.id}`, query);
    const { affected = [] } = (await this.view.surroundings(actor, [row])).get(row.id) ?? {};
    const { rows: data, neighbours } = page.among(affected, query.limit, keysOf);
    return { data, paging: { total: affected.length, ...neighbours } };
  }

  /** Undefined where the query names something that the actor may not view: then nothing is found. */
  private async filter(actor: Actor, query: IncidentListRequest): Promise<Conditions | undefined> {
    const { status, contract, assignee, mine, domain, cause, startTs, endTs } = query;
    const contracts = entityTypes.get(CONTRACT);
    const lists = CONTRACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]] as const]));
    const filter = Conditions.of()
      .within(this.visibility.condition(actor, contracts))
      .when(contract, (bound) => `e.id = ${bound}::uuid`)
      .when(assignee, isParty)
      .when(domain && keyOf(domain), (bound) => showsDomain('e.parent', bound))
      .when(startTs, (bound) => `i.opened_at >= ${bound}::bigint`)
      .when(endTs, (bound) => `i.opened_at <= ${bound}::bigint`);
    for (const [name, value] of lists) filter.within(filterCondition(contracts, name, value));
    if (status !== 'all') filter.add(status === 'open' ? IS_OPEN : `not ${IS_OPEN}`);
    if (mine) filter.add(isOwnParty(actor, filter.bind));
    // Assignees that are hidden from other users are found only by themselves.
    const seen = assignee === undefined ? undefined : isSeenParty(this.visibility, actor, filter.bind);
    if (seen !== undefined) filter.add(seen);
    const named = [
      ...(domain === undefined ? [] : [{ key: domain, types: ['domain'] }]),
      ...lists.flatMap(([name, value]) => filterTarget(contracts, name, value) ?? []),
    ];
    if (await this.visibility.namesHidden(this.database, actor, named)) return undefined;
    return cause === undefined || (await this.addCause(actor, cause, filter)) ? filter : undefined;
  }

  /** Adds that they follow from an incident. @returns false where the actor may not view that */
  private async addCause(actor: Actor, cause: string, filter: Conditions): Promise<boolean> {
    const root = await this.incidents.find(cause);
    if (!root || !(await this.visibility.seenOf(this.database, actor, [root.contract])).length) return false;
    const below = (await this.causes.of([cause])).get(cause)?.affected ?? [];
    const ids = filter.bind(below.map(({ id }) => id));
    filter.add(`(i.id = any(${ids}::uuid[]) or (not ${IS_OPEN} and i.cause = ${filter.bind(cause)}::uuid))`);
    return true;
  }
}

/** Ids are stored in lower case. */
const keyOf = (key: string): string => (isUuid(key) ? key.toLowerCase() : key);

const keysOf = ({ hops, contract, incident }: AffectedIncident): [number, string, string] => [
  hops,
  contract.fullyQualifiedName,
  incident,
];
