import { PeriodicTask } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { IncidentNotices } from './incident-notices';
import { IncidentRepository } from './incident.repository';
import { IncidentSettlement } from './incident-settlement';

/** Between two rounds, in ms: what nobody reads meanwhile is settled within seconds. */
const ROUND_MS = 1_000;

/** Settles incidents, resolves those whose contracts have ended by their dates, and notifies people of what is due. Every worker does so. */
@Injectable()
export class IncidentRound {
  readonly task = new PeriodicTask(() => this.round(), {
    restMs: ROUND_MS,
    restFirst: true,
    longestRetryMs: 30_000,
    log: new Logger(IncidentRound.name),
    failing: 'new incidents of contracts are assigned once they are read',
    recovered: 'new incidents of contracts are assigned again',
  });

  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly settlement: IncidentSettlement,
    private readonly notices: IncidentNotices,
  ) {}

  /** @returns whether there may be more to do */
  async round(): Promise<boolean> {
    const settled = await this.settlement.settle();
    const ended = await this.incidents.pastOnes();
    if (ended.length)
      await this.database.transaction(async (tx) => {
        await lockContracts(tx, ended);
        await this.incidents.endPast(tx, ended);
      });
    const hasMore = await this.notices.round();
    return hasMore || this.settlement.isFull(settled);
  }
}
