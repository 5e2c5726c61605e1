import { lockContracts } from '@app/contracts';
import { Database, NotifiedTask } from '@app/database';
import { EVENT_CHANNEL } from '@app/events';
import { Injectable, Logger } from '@nestjs/common';
import { IncidentFollower } from './incident-follower';
import { IncidentNotices } from './incident-notices';
import { IncidentRepository } from './incident.repository';
import { IncidentTransitions } from './incident-transitions';

/** How long results are gathered for one round, in ms: results without a reader meanwhile are applied within a second. */
const GATHER_MS = 250;
/** Between two rounds that nothing wakes, in ms: what time alone brings is seen that late. */
const ROUND_MS = 5_000;
/** How far the next look goes back behind this one, in ms: an end that is written shortly before it comes may be committed after it. */
const BACK_MS = 5 * 60_000;

/**
 * Applies new inputs to incidents, resolves those whose contracts have ended by their dates, and notifies people of what is due. Every
 * worker does so.
 */
@Injectable()
export class IncidentRound {
  readonly task: NotifiedTask;
  /** Contracts that ended by their dates before are resolved, in epoch ms; the first look of a process asks for all. */
  private endedSince = 0;

  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly follower: IncidentFollower,
    private readonly transitions: IncidentTransitions,
    private readonly notices: IncidentNotices,
  ) {
    this.task = new NotifiedTask(database, () => this.round(), {
      ...{ channel: EVENT_CHANNEL, gatherMs: GATHER_MS, restMs: ROUND_MS, longestRetryMs: 30_000 },
      log: new Logger(IncidentRound.name),
      failing: 'new incidents of contracts are assigned once they are read',
      recovered: 'new incidents of contracts are assigned again',
    });
  }

  /** @returns whether there may be more to do */
  async round(): Promise<boolean> {
    const { isDue, now } = await this.incidents.look(this.endedSince);
    const hasMore = isDue && (await this.work());
    // eslint-disable-next-line house/no-learned-ways -- of a background task, which no request passes
    if (!hasMore) this.endedSince = now - BACK_MS;
    return hasMore;
  }

  private async work(): Promise<boolean> {
    const hasUnsettled = await this.transitions.settle();
    const { nodes: ended, hasMore: haveMoreEnded } = await this.incidents.pastOnes(this.endedSince);
    if (ended.length)
      await this.database.transaction(async (tx) => {
        await lockContracts(tx, ended);
        await this.follower.followLocked(tx, ended);
      });
    const hasNotices = await this.notices.round();
    return hasNotices || hasUnsettled || haveMoreEnded;
  }
}
