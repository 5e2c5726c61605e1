import { AccessControl } from '@app/auth';
import { entityTypes, joinFqn, Visibility } from '@app/catalog';
import { invalidFields, isUuid, KeysetPages, type Actor, type ErrorDetail, type PageNeighbours } from '@app/common';
import { CHANGE_EVENT_TYPES, Database, type ChangeEventType } from '@app/database';
import { Injectable } from '@nestjs/common';
import { eventText, type ChangeEvent } from './change-event';
import { ChangeEventRepository, hidesSome, type EventFilter } from './change-event.repository';

/** Events of one answer. */
export const MOST_EVENTS = 1_000;
/** Events that are looked at for a page of a reader from whom some are hidden: judging each takes about 0.1 ms. */
const MOST_JUDGED = 2_000;

/** The parameters of a request. Lists are words separated by commas. */
export interface ChangeEventQuery {
  readonly entityType?: string;
  readonly eventType?: string;
  readonly entityId?: string;
  readonly fqn?: string;
  readonly userName?: string;
  /** Epoch ms, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
  /** desc: newest first. */
  readonly order?: 'asc' | 'desc';
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
}

export interface ChangeEventPage {
  /** JSON texts. */
  readonly data: readonly string[];
  readonly paging: PageNeighbours;
}

/** Lists events, as far as the actor may see their entities. */
@Injectable()
export class ChangeEventList {
  constructor(
    private readonly database: Database,
    private readonly events: ChangeEventRepository,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  /**
   * Oldest first, there is always a cursor behind the last event, to go on from later.
   * @param show what is sent of an event
   * @throws {AppError} BAD_REQUEST, FORBIDDEN for a type that the actor may not view, SERVICE_UNAVAILABLE
   */
  async page(
    actor: Actor,
    query: ChangeEventQuery,
    show: (event: ChangeEvent) => object = (event) => event,
  ): Promise<ChangeEventPage> {
    const filter = await this.seenFilter(actor, query);
    const { order = 'asc', limit = 10 } = query;
    const page = this.pages.open(`events ${order} ${JSON.stringify(filter)}`, query);
    const position = page.boundary && Number(page.boundary.keys[0]);
    const isDescending = (order === 'desc') !== page.isBackward;
    const sight = this.visibility.sightOf(actor);
    const most = hidesSome(sight) ? Math.max(limit + 1, MOST_JUDGED) : limit + 1;
    const found = await this.events.part({ filter, sight, position, isDescending, limit: most });
    const rows = found.rows.slice(0, limit);
    const isCut = rows.length < found.rows.length;
    // Where more was looked at than is shown, the next page begins behind what is shown.
    const reached = isCut ? Number(rows.at(-1)?.position) : found.last;
    const hasMore = isCut || found.hasMore;
    // All up to the newest one have been looked at where there are no more.
    const end = hasMore || isDescending ? (reached ?? position) : found.newest;
    const start = rows[0] ? Number(rows[0].position) : position;
    const data = page.rows(rows).map((row) => eventText(row, show));
    const [first, last] = page.isBackward ? [end, start] : [start, end];
    const goesOn = page.isBackward || hasMore || order === 'asc';
    return {
      data,
      paging: {
        ...((page.isBackward ? hasMore : page.boundary) &&
          first !== undefined && { before: page.cursor('before', [first]) }),
        ...(goesOn && last !== undefined && { after: page.cursor('after', [last]) }),
      },
    };
  }

  /** @throws {AppError} BAD_REQUEST listing every invalid parameter, FORBIDDEN for a type that the actor may not view */
  filterOf(actor: Actor, query: ChangeEventQuery): EventFilter {
    const faults: ErrorDetail[] = [];
    const known = new Set(entityTypes.all().map(({ type }) => type));
    const types = wordsOf('entityType', query.entityType, known, faults);
    const kinds = wordsOf('eventType', query.eventType, new Set<string>(CHANGE_EVENT_TYPES), faults);
    const { entityId, startTs, endTs } = query;
    if (entityId !== undefined && !isUuid(entityId)) faults.push({ field: 'entityId', message: 'must be a UUID' });
    if (startTs !== undefined && endTs !== undefined && startTs > endTs)
      faults.push({ field: 'startTs', message: `is ${startTs}, which is after endTs (${endTs})` });
    if (faults.length) throw invalidFields(faults);
    for (const type of types ?? []) this.access.requireAnyObject(actor, 'ViewBasic', type);
    return {
      ...(types && { entityTypes: types }),
      ...(kinds && { eventTypes: kinds as ChangeEventType[] }),
      ...(entityId !== undefined && { entityId: entityId.toLowerCase() }),
      ...(query.fqn !== undefined && { fqn: query.fqn }),
      ...(query.userName !== undefined && { actor: query.userName }),
      ...(startTs !== undefined && { from: startTs }),
      ...(endTs !== undefined && { to: endTs }),
    };
  }

  /** `filterOf`; by a user who is hidden from the actor, or by none, nothing is found. */
  async seenFilter(actor: Actor, query: ChangeEventQuery): Promise<EventFilter> {
    const filter = this.filterOf(actor, query);
    if (filter.actor === undefined) return filter;
    const targets = [{ key: joinFqn(undefined, filter.actor), types: ['user'] }];
    const isHidden = await this.visibility.namesHidden(this.database, actor, targets);
    return isHidden ? { ...filter, actor: '' } : filter;
  }
}

/** The words of a list, once each and in order. */
function wordsOf(
  field: string,
  text: string | undefined,
  known: ReadonlySet<string>,
  faults: ErrorDetail[],
): string[] | undefined {
  if (text === undefined) return undefined;
  const words = [...new Set(text.split(',').map((word) => word.trim()))].sort();
  const unknown = words.find((word) => !known.has(word));
  if (unknown !== undefined)
    faults.push({ field, message: `${JSON.stringify(unknown.slice(0, 100))} is none of ${[...known].join(', ')}` });
  return words;
}
