import { HiddenReferences, Visibility } from '@app/catalog';
import { AppError, attemptAsync, TimeSlice, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ChangeWatch } from '../stream/change-watch';
import {
  haveSameRights,
  HEARTBEAT_MS,
  type EventFeed,
  type FollowOptions,
  type StreamEvent,
  type StreamPart,
} from '../stream/event-feed';
import { eventOf, type ChangeEvent, type EventRow } from './change-event';
import { ChangeEventList, type ChangeEventQuery } from './change-event-list';
import { ChangeEventRepository } from './change-event.repository';
import { EVENT_CHANNEL } from './event-numbering';

/** Events that are read at once. */
const BLOCK = 200;
/** Least time between two looks of a stream, in ms: events come in blocks under load. */
const REST_MS = 250;
/** All streams wait for the same: that there are new events. */
const KEY = '';

export interface FollowEvents extends FollowOptions {
  readonly query: ChangeEventQuery;
  /** Makes what is sent of an event, where it is not the event itself. */
  readonly show?: (event: ChangeEvent) => object;
}

/** Sends events as they come, as long as the reader may see their entities. */
@Injectable()
export class ChangeEventStream {
  private readonly watch: ChangeWatch<undefined>;

  constructor(
    private readonly database: Database,
    private readonly events: ChangeEventRepository,
    private readonly list: ChangeEventList,
    private readonly hidden: HiddenReferences,
    private readonly visibility: Visibility,
  ) {
    const load = (): Promise<undefined> => Promise.resolve(undefined);
    this.watch = new ChangeWatch(database, { channel: EVENT_CHANNEL, keyOf: () => KEY, load, restMs: REST_MS });
  }

  /** From behind the event with the id `after` on; without one (0), from now on. @throws {AppError} BAD_REQUEST, FORBIDDEN */
  async follow(options: FollowEvents): Promise<EventFeed> {
    const reader = await options.reader();
    this.list.filterOf(reader, options.query);
    const { newest } = await this.events.part({ filter: {}, sight: 'all', isDescending: true, limit: 0 });
    // A later id is one of another database, from before this one was restored.
    const start = options.after > 0 ? Math.min(options.after, newest) : newest;
    return { isOver: false, parts: this.parts(options, start) };
  }

  private async *parts(options: FollowEvents, start: number): AsyncGenerator<StreamPart> {
    const { signal, query } = options;
    const watch = await this.watch.watch(KEY);
    let position = start;
    try {
      while (!signal.aborted) {
        const reader = await attemptAsync(() => this.judge(options));
        if (reader instanceof AppError) return yield reader;
        const filter = await this.list.seenFilter(reader, query);
        const sight = this.visibility.sightOf(reader);
        const found = await this.events.part({ filter, sight, position, isDescending: false, limit: BLOCK });
        const told = await this.told(reader, await eventsOf(found.rows), options);
        let untold = told.length;
        for (const part of told) {
          // Rights may change while events are read, and while a slow client takes them: the rest is read anew then.
          if (!(await isStill(reader, options))) break;
          yield part;
          position = part.id;
          untold--;
        }
        if (untold) continue;
        position = Math.max(position, found.hasMore ? (found.last ?? 0) : found.newest);
        if (found.hasMore) continue;
        yield 'heartbeat';
        await watch.next(HEARTBEAT_MS, signal);
      }
    } finally {
      watch.close();
    }
  }

  private async judge({ reader, query }: FollowEvents): Promise<Actor> {
    const now = await reader();
    this.list.filterOf(now, query);
    return now;
  }

  /** Without mentions of what is hidden from the reader, as in every answer. */
  private async told(reader: Actor, events: readonly ChangeEvent[], { show }: FollowEvents): Promise<StreamEvent[]> {
    const texts = events.map((event) => JSON.stringify(event));
    const shown = await this.hidden.strip(this.database, reader, texts);
    return shown.map((text, at) => {
      const { id, eventType } = events[at]!;
      const data = text === texts[at] ? events[at]! : (JSON.parse(text) as ChangeEvent);
      return { id, event: eventType, data: show ? show(data) : data };
    });
  }
}

/** Parses the changes, which may be megabytes, in slices of time. */
async function eventsOf(rows: readonly EventRow[]): Promise<ChangeEvent[]> {
  const slice = new TimeSlice();
  const events: ChangeEvent[] = [];
  for (const row of rows) {
    events.push(eventOf(row));
    await slice.turn();
  }
  return events;
}

/** Whether the reader may still do what it could when it was judged. */
async function isStill(judged: Actor, { reader }: FollowEvents): Promise<boolean> {
  const now = await attemptAsync(reader);
  return !(now instanceof AppError) && haveSameRights(now, judged);
}
