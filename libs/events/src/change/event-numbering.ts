import { PeriodicTask } from '@app/common';
import { AGAIN_MS, Database, FALLBACK_MS, isDiskFull } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';

/** The notification after new positions; it carries nothing. */
export const EVENT_CHANNEL = 'change_event';

/** Events that get their positions by one statement. */
const BLOCK = 5_000;
/** How long commits are gathered for one look, in ms: streams are that much behind. */
const GATHER_MS = 100;

const NUMBER = { name: 'number-change-events', text: `select number_change_events(${BLOCK}) as n` };

/** Gives positions to events that were committed before the call; one cheap statement where there are none. */
export async function numberEvents(database: Database): Promise<number> {
  const [row] = await database.read<{ n: number }>(NUMBER, []);
  return row?.n ?? 0;
}

/** The same before a read, which goes on where the disk is full. */
export async function numberWherePossible(database: Database): Promise<void> {
  await numberEvents(database).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}

/**
 * Numbers new events, so that streams are notified of them. Every process does so soon after its own commits, one at a time; what one has left
 * that ended is found by the fallback of the others.
 */
@Injectable()
export class EventNumbering {
  readonly task = new PeriodicTask(async () => (await numberEvents(this.database)) === BLOCK, {
    restMs: FALLBACK_MS,
    firstRetryMs: AGAIN_MS,
    longestRetryMs: 5_000,
    log: new Logger(EventNumbering.name),
    failing: 'change events are not sent',
    recovered: 'change events are sent again',
  });

  constructor(private readonly database: Database) {
    database.afterCommit(() => {
      this.task.wakeWithin(GATHER_MS);
      return undefined;
    });
  }
}
