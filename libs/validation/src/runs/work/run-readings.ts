import { Readings, type PlannedReading, type Reading } from '@app/data';
import { Failpoints } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { LoadedContract } from './contract-loader';
import { LeaseLost } from './attempt-failure';
import { RunClaimRepository, type ClaimedRun } from './run-claim.repository';
import type { ResolvedEvidence } from '../../readings/evidence';
import { sourceView, unaskedView, type SourceView, type ViewedContract } from '../../readings/source-view';

/**
 * The readings of a run. The first claim asks for them and has the run wait without a lease; the transaction that ends the last one makes it
 * ready, and the next claim judges by what they found. Whatever crashes between, each service is read once for a result.
 */
@Injectable()
export class RunReadings {
  constructor(
    private readonly readings: Readings,
    private readonly claims: RunClaimRepository,
    private readonly failpoints: Failpoints,
  ) {}

  /**
   * @returns undefined where what is stored counts; `waiting`: the run is no longer this worker's, and goes on when its readings have ended
   * @throws {LeaseLost}
   */
  async of(run: ClaimedRun, loaded: LoadedContract): Promise<SourceView | 'waiting' | undefined> {
    if (run.evidence === 'stored') return undefined;
    const view = await this.viewFor(run, loaded, run.evidence);
    if (view === undefined || view === 'waiting' || !view.unread) return view;
    const columnsAsOf = await this.readings.columnsSeenAt(loaded.assetNode);
    return { ...view, ...(columnsAsOf !== undefined && { columnsAsOf }) };
  }

  private async viewFor(
    run: ClaimedRun,
    loaded: LoadedContract,
    evidence: Exclude<ResolvedEvidence, 'stored'>,
  ): Promise<SourceView | 'waiting' | undefined> {
    const contract = viewed(loaded);
    switch (evidence) {
      case 'suspended':
      case 'refused':
        return unaskedView({ reason: 'noDataAccess', message: NO_ACCESS[evidence] }, contract);
      case 'source':
        return this.afterAsking(run, loaded, contract);
      case 'read': {
        const made = await this.readings.of(run.id);
        // Their records are gone.
        if (made.length === 0) return this.afterAsking(run, loaded, contract);
        return made.every(hasEnded) ? viewOf(made, contract) : this.wait(run, [], contract);
      }
    }
  }

  private async afterAsking(
    run: ClaimedRun,
    loaded: LoadedContract,
    contract: ViewedContract,
  ): Promise<SourceView | 'waiting' | undefined> {
    const planned = await this.readings.plan({
      asset: loaded.assetNode,
      contract: {
        ...{ node: run.contract, id: String(loaded.contract.id) },
        ...(contract.columnName !== undefined && { columnName: contract.columnName }),
      },
      testCases: contract.expected,
    });
    return planned.length === 0 ? undefined : this.wait(run, planned, contract);
  }

  private async wait(
    run: ClaimedRun,
    planned: readonly PlannedReading[],
    contract: ViewedContract,
  ): Promise<SourceView | 'waiting'> {
    const { id: result, requestedBy, lane } = run;
    const asker = { result, requestedBy, isUrgent: lane === 'urgent' };
    const state = await this.claims.awaitReadings(run, {
      ask: async (tx) => {
        for (const one of planned) await this.readings.request(tx, one, asker);
      },
      areOpen: (tx) => this.readings.hasOpen(tx, result),
    });
    await this.failpoints.pass('after-reading-asked');
    if (state === 'lost') throw new LeaseLost();
    return state === 'waiting' ? state : viewOf(await this.readings.of(result), contract);
  }
}

const NO_ACCESS = {
  suspended: 'the data access of the service is suspended',
  refused: 'the service has no data access',
};

const hasEnded = ({ status }: Reading): boolean => status !== 'Queued' && status !== 'Running';

function viewOf(readings: readonly Reading[], contract: ViewedContract): SourceView {
  const own = readings.find(({ request }) => request.contract !== undefined);
  if (!own) return unaskedView({ reason: 'internal', message: 'the record of the reading is gone' }, contract);
  const others = readings.filter((one) => one !== own);
  return sourceView(own, others, contract);
}

/** The members of a contract that say what is to be read. */
interface ReadMembers {
  readonly odcsQualityRules?: unknown;
  readonly sla?: { readonly columnName?: string };
  readonly qualityExpectations?: readonly { readonly id?: string }[];
}

function viewed({ contract, now }: LoadedContract): ViewedContract {
  const { odcsQualityRules: rules, sla, qualityExpectations } = contract as ReadMembers;
  const expected = (qualityExpectations ?? []).flatMap(({ id }) => id ?? []);
  return { rules, columnName: sla?.columnName, expected, now };
}
