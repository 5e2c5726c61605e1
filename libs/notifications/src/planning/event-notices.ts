import { Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { ChangeEventRepository, eventOf, type ChangeEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { isSkipped, type LeasedSubscription } from '../store/leased-subscription';
import type { NoticeType } from '../document/subscription';
import type { Notice } from '../document/notice';

/** Events that are looked at at once. */
const BLOCK = 500;

/** The events behind the position of a subscription, as notices of the types that it asks for. */
export interface FoundChanges {
  readonly notices: readonly Notice[];
  /** The last event that was looked at. */
  readonly position: number;
  readonly isMore: boolean;
}

/** Reads the changes that a subscription asks for. */
@Injectable()
export class EventNotices {
  constructor(
    private readonly events: ChangeEventRepository,
    private readonly visibility: Visibility,
  ) {}

  async of(leased: LeasedSubscription, owner: Actor): Promise<FoundChanges> {
    const place = Number(leased.position);
    // What concerns the owner is recorded as notices.
    if (leased.document.filter.mine) return { notices: [], position: place, isMore: false };
    const sight = this.visibility.sightOf(owner);
    const found = await this.events.part({ filter: {}, sight, position: place, isDescending: false, limit: BLOCK });
    const { hasMore: isMore } = found;
    const position = isMore ? (found.last ?? place) : found.newest;
    const types = new Set<NoticeType>(leased.document.eventTypes);
    const events = found.rows.map(eventOf).filter(({ eventType }) => types.has(eventType));
    const notices = events.filter(({ timestamp }) => !isSkipped(leased, timestamp)).map(noticeOf);
    return { notices, position, isMore };
  }
}

function noticeOf(event: ChangeEvent): Notice {
  const entity = { id: event.entityId, type: event.entityType, fullyQualifiedName: event.entityFullyQualifiedName };
  return { type: event.eventType, timestamp: event.timestamp, entity, event };
}
