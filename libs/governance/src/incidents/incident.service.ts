import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { ContractIncident, IncidentEvent } from './contract-incident';
import { IncidentFinder } from './incident-finder';
import { IncidentList, type IncidentListRequest, type IncidentPage } from './incident-list';
import { IncidentRepository } from './incident.repository';
import { IncidentView, type AffectedIncident } from './incident-view';

/** Reads of incidents of contracts. */
@Injectable()
export class ContractIncidentService {
  constructor(
    private readonly incidents: IncidentRepository,
    private readonly finder: IncidentFinder,
    private readonly lists: IncidentList,
    private readonly view: IncidentView,
  ) {}

  list(actor: Actor, query: IncidentListRequest): Promise<IncidentPage<ContractIncident>> {
    return this.lists.of(actor, query);
  }

  /** @throws {AppError} NOT_FOUND, also where its contract is hidden from the actor */
  async get(actor: Actor, id: string): Promise<ContractIncident> {
    const [shown] = await this.view.shown(actor, [await this.finder.find(actor, id)]);
    return shown!;
  }

  /** Lists what happened to an incident, the oldest first. @throws {AppError} NOT_FOUND */
  async history(actor: Actor, id: string): Promise<{ readonly data: readonly IncidentEvent[] }> {
    await this.finder.find(actor, id);
    return { data: await this.incidents.history(id) };
  }

  /** Incidents that follow from one. @throws {AppError} NOT_FOUND */
  async affected(
    actor: Actor,
    id: string,
    query: Pick<IncidentListRequest, 'limit' | 'before' | 'after'>,
  ): Promise<IncidentPage<AffectedIncident>> {
    return this.lists.affected(actor, await this.finder.find(actor, id), query);
  }
}
