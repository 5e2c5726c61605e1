import { PeriodicTask } from '@app/common';
import { Database, isDiskFull } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';

/** The notification after new positions; it carries nothing. */
export const EVENT_CHANNEL = 'change_event';

/** Events that get their positions by one statement. */
const BLOCK = 5_000;
/** From one look to the next, in ms: streams are that much behind. */
const ROUND_MS = 250;

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

/** Numbers new events, so that streams are notified of them. Every worker does so; they take turns. */
@Injectable()
export class EventNumbering {
  readonly task = new PeriodicTask(async () => (await numberEvents(this.database)) === BLOCK, {
    restMs: ROUND_MS,
    longestRetryMs: 5_000,
    log: new Logger(EventNumbering.name),
    failing: 'change events are not sent',
    recovered: 'change events are sent again',
  });

  constructor(private readonly database: Database) {}
}
