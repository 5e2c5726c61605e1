import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { nextStatus } from '../states/transitions';
import { Causes, type RelatedIncident } from './causes/causes';
import { IncidentFollower } from './incident-follower';
import { IncidentNotices } from './incident-notices';
import { IncidentRepository, type UnsettledState } from './incident.repository';

/** Incidents that one call updates, in one transaction. */
const MOST = 200;

/**
 * Does what follows from the opening of an incident and needs the lineage: it is assigned by its rule, unless it has a cause, and people are
 * notified. Reads and actions do so first, behind what verdicts make of incidents, and a worker within seconds; once, behind the locks of
 * the contracts.
 */
@Injectable()
export class IncidentTransitions {
  constructor(
    private readonly database: Database,
    private readonly follower: IncidentFollower,
    private readonly incidents: IncidentRepository,
    private readonly causes: Causes,
    private readonly notices: IncidentNotices,
  ) {}

  /** @param of only these incidents, or those of the contract with this id @returns whether there may be more */
  async settle(of: { readonly ids?: readonly string[]; readonly contract?: string } = {}): Promise<boolean> {
    await this.follower.follow();
    const unsettled = await this.incidents.unsettled(MOST, of);
    if (!unsettled.length) return false;
    const ids = unsettled.map(({ id }) => id);
    const causes = await this.causes.causesOf(ids);
    await this.database.transaction(async (tx) => {
      await lockContracts(tx, [...new Set(unsettled.map(({ contract }) => contract))]);
      await this.settleLocked(tx, ids, causes);
    });
    return unsettled.length === MOST;
  }

  /**
   * Updates incidents under the locks of their contracts, except those that are up to date.
   *
   * @param causes what they follow from
   * @param by name of who opened them by hand
   */
  async settleLocked(
    tx: Transaction,
    ids: readonly string[],
    causes: ReadonlyMap<string, RelatedIncident>,
    by?: string,
  ): Promise<void> {
    const unsettled = await this.incidents.unsettledStates(tx, ids);
    const states = unsettled.map((one) => (causes.has(one.id) ? { ...one, assignee: null } : byRule(one)));
    await this.incidents.settle(tx, states);
    const kept = states.flatMap(({ id }) => {
      const cause = causes.get(id);
      return cause ? [{ id, cause: cause.id, hops: cause.hops }] : [];
    });
    await this.incidents.keepCauses(tx, kept);
    await this.notices.opened(
      tx,
      states.map(({ id }) => ({ id, cause: causes.get(id)?.id })),
      by,
    );
  }
}

/** A new one that its rule assigns to a user is Assigned. */
function byRule(state: UnsettledState): UnsettledState {
  if (state.assignee === null || state.status !== 'New') return state;
  return { ...state, status: nextStatus(state.status, 'assign')! };
}
