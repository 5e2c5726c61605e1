import { Database } from '@app/database';
import { ChangeWatch, openFeed, type EventFeed, type EventLog, type FollowOptions } from '@app/events';
import { isTerminal, type ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { BATCH_CHANNEL, BatchRepository, type BatchProgress } from './batch.repository';
import { BatchService, isEnded } from './batch.service';

/** Minimum interval between two events of a batch, in ms: hundreds of its runs may change state within a second. */
const REST_MS = 250;

/** Streams the progress of batches: one event each time it changes. */
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
  async follow(id: string, options: FollowOptions): Promise<EventFeed> {
    const watch = await this.watch.watch(id);
    return openFeed(watch, {
      ...options,
      judge: async (reader) => void (await this.service.visible(reader, id)),
      logOf: (progress) => progress && batchLog(progress),
    });
  }
}

/**
 * Stores only the current state; earlier states are obsolete. Its id increases with every state change of a run, so a
 * client that already has the current state receives an event only after a change.
 */
export function batchLog(progress: BatchProgress): EventLog {
  const ended = isEnded(progress);
  const { id, total, byStatus, cancelled } = progress;
  return {
    events: [{ id: steps(progress), event: 'progress', data: { id, total, byStatus, cancelled, ended } }],
    isEnded: ended,
  };
}

/** One step for a started run, two for an ended one, plus one for the batch, so that ids start at 1. */
function steps({ byStatus }: BatchProgress): number {
  const counts = Object.entries(byStatus) as [ExecutionStatus, number][];
  return counts.reduce(
    (sum, [status, count]) => sum + count * (isTerminal(status) ? 2 : status === 'Running' ? 1 : 0),
    1,
  );
}
