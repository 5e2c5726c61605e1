import { Visibility } from '@app/catalog';
import { notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IncidentRepository } from './incident.repository';
import { IncidentTransitions } from './incident-transitions';
import type { IncidentRow } from './incident-sql';

export const INCIDENT_TYPE = 'contractIncident';

/** Finds incidents by id, with all done that follows from their opening. */
@Injectable()
export class IncidentFinder {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly transitions: IncidentTransitions,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} NOT_FOUND, also where its contract is hidden from the actor; FORBIDDEN */
  async find(actor: Actor, id: string): Promise<IncidentRow> {
    await this.transitions.settle({ ids: [id] });
    const row = await this.incidents.find(id);
    this.visibility.requireType(actor, 'dataContract');
    const isSeen = row && (await this.visibility.seenOf(this.database, actor, [row.contract])).length > 0;
    if (!isSeen) throw notFound(INCIDENT_TYPE, id);
    return row;
  }
}
