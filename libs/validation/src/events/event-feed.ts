import type { Watch } from './change-watch';

/** One event of a stream. Ids rise; who knows one gets what comes after it. */
export interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly data: object;
}

/** A part of a stream: an event, or a sign of life. */
export type StreamPart = StreamEvent | 'heartbeat';

/** All events so far, and whether there will be more. */
export interface EventLog {
  readonly events: readonly StreamEvent[];
  readonly isEnded: boolean;
}

/** A stream that stands: what came before it is known, so that refusals are answers of their own. */
export interface EventFeed {
  /** Whether nothing is to come, neither of the past nor of the future. */
  readonly isOver: boolean;
  readonly parts: AsyncIterable<StreamPart>;
}

/** Between two signs of life where nothing happens, in ms: proxies end what is silent for a minute or so. */
const HEARTBEAT_MS = 15_000;

export interface FeedOptions<T> {
  /** Undefined when what is watched is no longer there: the stream ends. */
  readonly logOf: (state: T) => EventLog | undefined;
  /** The last id that the reader knows; 0 for all. */
  readonly after: number;
  /** Ends the stream: the reader has gone, or the process stops. */
  readonly signal: AbortSignal;
  readonly heartbeatMs?: number;
}

/** Events of a watched state, replayed and then as they come, until the last one. The reader sets the pace. */
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
  // Nothing to tell.
}
