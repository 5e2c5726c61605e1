import { isDeepStrictEqual } from 'node:util';
import { attemptAsync, type Actor, type AppError } from '@app/common';
import type { Watch } from './change-watch';

/** One event of a stream. Ids increase; a reader that sends its last id receives the events after it. */
export interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly data: object;
}

/** An item of a stream: an event, a heartbeat, or why the stream ends although the reader has not seen its last event. */
export type StreamPart = StreamEvent | 'heartbeat' | AppError;

/** All events so far, and whether more will follow. */
export interface EventLog {
  readonly events: readonly StreamEvent[];
  readonly isEnded: boolean;
}

/** An open stream: earlier events are already read, so that errors can still be answered with a status. */
export interface EventFeed {
  /** Whether no events remain, neither past nor future. */
  readonly isOver: boolean;
  readonly parts: AsyncIterable<StreamPart>;
}

/** Heartbeat interval while there are no events, in ms: proxies close connections that are idle for about a minute. */
export const HEARTBEAT_MS = 5_000;
/** How long a reader whose own rights stay as they are may be relied on to see the object of an open stream, in ms. */
export const JUDGED_FOR_MS = 2_000;

export interface FollowOptions {
  /**
   * The reader as of now, asked before each event: what is known of it is remembered, and forgotten with each change.
   * @throws {AppError} UNAUTHORIZED once the token is revoked or has expired
   */
  readonly reader: () => Promise<Actor>;
  /** The last event id known to the reader; 0 for all events. */
  readonly after: number;
  /** Ends the stream: the reader disconnected, or the process is stopping. */
  readonly signal: AbortSignal;
}

export interface FeedOptions<T> extends FollowOptions {
  /** Judges anew, while the stream is open, what the reader may see. @throws {AppError} NOT_FOUND, FORBIDDEN */
  readonly judge: (reader: Actor) => Promise<void>;
  /** Undefined if the watched object no longer exists: the stream ends. */
  readonly logOf: (state: T) => EventLog | undefined;
  readonly heartbeatMs?: number;
  readonly judgedForMs?: number;
}

/**
 * Events of a watched state: past ones first, then new ones until the last one, as long as the reader may see them. Applies
 * backpressure: the reader sets the pace.
 * @throws {AppError} as `reader` and `judge` do
 */
export async function openFeed<T>(watch: Watch<T>, options: FeedOptions<T>): Promise<EventFeed> {
  try {
    const reader = await options.reader();
    await options.judge(reader);
    const log = options.logOf(await watch.read());
    const isOver = !log || (log.isEnded && log.events.every(({ id }) => id <= options.after));
    if (isOver) watch.close();
    return { isOver, parts: isOver ? none() : follow(watch, options, judgement(options, reader)) };
  } catch (error) {
    watch.close();
    throw error;
  }
}

async function* follow<T>(
  watch: Watch<T>,
  options: FeedOptions<T>,
  refusal: () => Promise<AppError | undefined>,
): AsyncGenerator<StreamPart> {
  const { logOf, signal, heartbeatMs = HEARTBEAT_MS } = options;
  let { after } = options;
  try {
    for (;;) {
      const state = await watch.read();
      if (signal.aborted) return;
      // After the state was read: what it shows may have become hidden by then.
      const refused = await refusal();
      if (refused) return yield refused;
      const log = logOf(state);
      const next = log?.events.find(({ id }) => id > after);
      if (next) {
        yield next;
        after = next.id;
        continue;
      }
      if (!log || log.isEnded) return;
      yield 'heartbeat';
      await watch.next(heartbeatMs, signal);
    }
  } finally {
    watch.close();
  }
}

/** Returns why the reader may not continue, checked again after a change of its rights, or after a while. */
function judgement<T>(
  { reader, judge, judgedForMs = JUDGED_FOR_MS }: FeedOptions<T>,
  first: Actor,
): () => Promise<AppError | undefined> {
  let judged = first;
  let judgedAt = performance.now();
  return () =>
    attemptAsync(async () => {
      const now = await reader();
      if (performance.now() - judgedAt < judgedForMs && haveSameRights(now, judged)) return undefined;
      await judge(now);
      judged = now;
      judgedAt = performance.now();
      return undefined;
    });
}

/** Whether two actors may do the same. They are one object while no rights have changed, so this costs nothing then. */
export function haveSameRights(first: Actor, second: Actor): boolean {
  return first === second || isDeepStrictEqual(rightsOf(first), rightsOf(second));
}

function rightsOf({ id, isAdmin, isBot, ownerIds, rules }: Actor): unknown[] {
  return [id, isAdmin, isBot, ownerIds, rules];
}

async function* none(): AsyncGenerator<StreamPart> {
  // No new event.
}
