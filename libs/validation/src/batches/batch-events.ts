import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { isTerminal } from '@app/results';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { ChangeWatch } from '../events/change-watch';
import { openFeed } from '../events/event-feed';
import type { EventFeed, EventLog } from '../events/event-feed';
import type { FollowOptions } from '../events/run-events';
import { BATCH_CHANNEL } from './batch-notice';
import { BatchRepository } from './batch.repository';
import type { BatchProgress } from './batch.repository';
import { BatchService, isEnded } from './batch.service';

/** Between two events of a batch, in ms: hundreds of its runs may change state in a second. */
const REST_MS = 250;

/** Follows batches: how far they are, each time that it changes. */
@Injectable()
export class BatchEvents {
  private readonly watch: ChangeWatch<BatchProgress | undefined>;

  constructor(
    database: Database,
    batches: BatchRepository,
    private readonly service: BatchService,
  ) {
    this.watch = new ChangeWatch(database, {
      channel: BATCH_CHANNEL,
      keyOf: (payload) => payload,
      load: (id) => batches.progress(id),
      restMs: REST_MS,
    });
  }

  /** @throws {AppError} NOT_FOUND */
  async follow(actor: Actor, id: string, { after, signal }: FollowOptions): Promise<EventFeed> {
    await this.service.visible(actor, id);
    const watch = await this.watch.watch(id);
    return openFeed(watch, { after, signal, logOf: (progress) => progress && batchLog(progress) });
  }
}

/**
 * The newest state alone: earlier ones are no news. Its id rises with every step of a run, so that who knows it is told
 * again only when something has changed.
 */
export function batchLog(progress: BatchProgress): EventLog {
  const ended = isEnded(progress);
  const { id, total, byStatus, cancelled } = progress;
  return {
    events: [{ id: steps(progress), event: 'progress', data: { id, total, byStatus, cancelled, ended } }],
    isEnded: ended,
  };
}

/** One step for a run that has begun, two for one that has ended; and one for the batch, whose ids begin with 1. */
function steps({ byStatus }: BatchProgress): number {
  const counts = Object.entries(byStatus) as [ExecutionStatus, number][];
  return counts.reduce(
    (sum, [status, count]) => sum + count * (isTerminal(status) ? 2 : status === 'Running' ? 1 : 0),
    1,
  );
}
