import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Causes, type RelatedIncident } from './causes/causes';
import { IncidentNotices } from './incident-notices';
import { IncidentRepository } from './incident.repository';

/** Incidents that one call settles. */
const MOST = 100;

/**
 * Does what follows from the opening of an incident and needs the lineage: it is assigned by its rule, unless it has a cause, and told. Reads and
 * actions do so first, and a worker within seconds; whoever has the lock of the contract does it, once.
 */
@Injectable()
export class IncidentSettlement {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly causes: Causes,
    private readonly notices: IncidentNotices,
  ) {}

  /** @param of only these incidents, or those of the contract with this id @returns how many were looked at; fewer than MOST: there are no others */
  async settle(of: { readonly ids?: readonly string[]; readonly contract?: string } = {}): Promise<number> {
    const ids = await this.incidents.unsettled(MOST, of);
    if (!ids.length) return 0;
    const causes = await this.causes.causesOf(ids);
    const rows = await this.incidents.findAll(ids);
    for (const { id, node, is_settled: isSettled } of rows)
      if (!isSettled)
        await this.database.transaction(async (tx) => {
          await lockContracts(tx, [node]);
          await this.settleOne(tx, id, causes.get(id));
        });
    return ids.length;
  }

  /** Whether there may be more than one call of `settle` sees. */
  isFull(settled: number): boolean {
    return settled === MOST;
  }

  /** Behind the lock of the contract. @param cause what the incident follows from @param by name of who opened it by hand */
  async settleOne(tx: Transaction, id: string, cause: RelatedIncident | undefined, by?: string): Promise<void> {
    const assignee = cause ? undefined : await this.incidents.assigneeByRule(tx, id);
    if (!(await this.incidents.settle(tx, id, assignee))) return;
    if (cause) await this.incidents.keepCauses(tx, [{ id, cause: cause.id, hops: cause.hops }]);
    await this.notices.opened(tx, id, cause?.id, by);
  }
}
