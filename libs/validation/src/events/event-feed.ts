import type { Watch } from './change-watch';

/** One event of a stream. Ids increase; a reader that sends its last id receives the events after it. */
export interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly data: object;
}

/** An item of a stream: an event or a heartbeat. */
export type StreamPart = StreamEvent | 'heartbeat';

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
const HEARTBEAT_MS = 15_000;

export interface FeedOptions<T> {
  /** Undefined if the watched object no longer exists: the stream ends. */
  readonly logOf: (state: T) => EventLog | undefined;
  /** The last event id known to the reader; 0 for all events. */
  readonly after: number;
  /** Ends the stream: the reader disconnected, or the process is stopping. */
  readonly signal: AbortSignal;
  readonly heartbeatMs?: number;
}

/**
 * Events of a watched state: past ones first, then new ones until the last one. Applies backpressure: the reader sets
 * the pace.
 */
export async function openFeed<T>(watch: Watch<T>, options: FeedOptions<T>): Promise<EventFeed> {
  try {
    const log = options.logOf(await watch.read());
    const isOver = !log || (log.isEnded && log.events.every(({ id }) => id <= options.after));
    if (isOver) watch.close();
    return { isOver, parts: isOver ? none() : follow(watch, options) };
  } catch (error) {
    watch.close();
    throw error;
  }
}

async function* follow<T>(watch: Watch<T>, options: FeedOptions<T>): AsyncGenerator<StreamPart> {
  const { logOf, signal, heartbeatMs = HEARTBEAT_MS } = options;
  let { after } = options;
  try {
    for (;;) {
      const log = logOf(await watch.read());
      const news = log?.events.filter(({ id }) => id > after) ?? [];
      for (const event of news) {
        if (signal.aborted) return;
        yield event;
        after = event.id;
      }
      if (!log || log.isEnded || signal.aborted) return;
      if (news.length === 0) yield 'heartbeat';
      await watch.next(heartbeatMs, signal);
    }
  } finally {
    watch.close();
  }
}

async function* none(): AsyncGenerator<StreamPart> {
  // No new event.
}
