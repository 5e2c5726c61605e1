import { KeysetPages, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { ContractIncident, IncidentEvent } from './contract-incident';
import { IncidentFinder } from './incident-finder';
import { IncidentList, type IncidentListRequest, type IncidentPage } from './incident-list';
import { IncidentRepository } from './incident.repository';
import { IncidentView, type AffectedIncident } from './incident-view';

type PageQuery = Pick<IncidentListRequest, 'limit' | 'before' | 'after'>;

export interface IncidentHistory {
  readonly data: readonly IncidentEvent[];
  readonly paging?: IncidentPage<IncidentEvent>['paging'];
}

@Injectable()
export class ContractIncidentService {
  constructor(
    private readonly incidents: IncidentRepository,
    private readonly finder: IncidentFinder,
    private readonly lists: IncidentList,
    private readonly view: IncidentView,
    private readonly pages: KeysetPages,
  ) {}

  list(actor: Actor, query: IncidentListRequest): Promise<IncidentPage<ContractIncident>> {
    return this.lists.of(actor, query);
  }

  /** @throws {AppError} NOT_FOUND, also where its contract is hidden from the actor */
  async get(actor: Actor, id: string): Promise<ContractIncident> {
    const [shown] = await this.view.shown(actor, [await this.finder.find(actor, id)]);
    return shown!;
  }

  /** Lists what happened to an incident, the oldest first; without `paging` where one page has it all. @throws {AppError} NOT_FOUND */
  async history(actor: Actor, id: string, query: PageQuery): Promise<IncidentHistory> {
    const page = this.pages.open(`contract incident history ${id}`, query);
    await this.finder.find(actor, id);
    const { rows: data, paging } = await this.incidents.history(id, { page, limit: query.limit });
    const isWhole = paging.before === undefined && paging.after === undefined;
    return { data, ...(!isWhole && { paging }) };
  }

  /** Incidents that follow from one. @throws {AppError} NOT_FOUND */
  async affected(actor: Actor, id: string, query: PageQuery): Promise<IncidentPage<AffectedIncident>> {
    return this.lists.affected(actor, await this.finder.find(actor, id), query);
  }
}
