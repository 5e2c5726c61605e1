import { Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { isCurrent, isDated } from '@app/contracts';
import { Database } from '@app/database';
import { ChangeEventRepository, eventOf, type ChangeEvent } from '@app/events';
import { VerdictTurns } from '@app/governance';
import { Injectable } from '@nestjs/common';
import { isSkipped, type HeldSubscription } from '../delivery/held-subscription';
import type { NoticeType } from '../subscription/subscription';
import type { Notice } from './notice';

/** Events that are looked at at once. */
const BLOCK = 500;

/** The events behind the position of a subscription, as notices of the types that it asks for. */
export interface FoundChanges {
  readonly notices: readonly Notice[];
  /** The last event that was looked at. */
  readonly position: number;
  readonly isMore: boolean;
}

/** Reads what events tell a subscription: changes, and turns of contracts. */
@Injectable()
export class EventNotices {
  constructor(
    private readonly database: Database,
    private readonly events: ChangeEventRepository,
    private readonly visibility: Visibility,
    private readonly turns: VerdictTurns,
  ) {}

  async of(held: HeldSubscription, owner: Actor): Promise<FoundChanges> {
    const place = Number(held.position);
    // What concerns the owner is recorded as notices.
    if (held.document.filter.mine) return { notices: [], position: place, isMore: false };
    const sight = this.visibility.sightOf(owner);
    const found = await this.events.part({ filter: {}, sight, place, isDescending: false, limit: BLOCK });
    const { hasMore: isMore } = found;
    const position = isMore ? (found.last ?? place) : found.newest;
    const events = found.rows.map(eventOf).filter(({ timestamp }) => !isSkipped(held, timestamp));
    return { notices: await this.noticesOf(events, new Set(held.document.eventTypes)), position, isMore };
  }

  private async noticesOf(events: readonly ChangeEvent[], types: ReadonlySet<NoticeType>): Promise<Notice[]> {
    const asksForTurns = types.has('contractFailed') || types.has('contractRecovered');
    const turns = asksForTurns ? await this.turns.of(events) : [];
    const told = events.map((_, at) => turns[at]).map((turn) => (turn && types.has(turn) ? turn : undefined));
    const resting = await this.notCurrent(events.filter((_, at) => told[at]));
    return events.flatMap((event, at) => {
      const turn = resting.has(event.entityId) ? undefined : told[at];
      const type = types.has(event.eventType) ? event.eventType : undefined;
      return [turn, type].flatMap((one) => (one ? [noticeOf(one, event)] : []));
    });
  }

  /** Ids of contracts that are upcoming or have ended: what turns there says nothing about now. */
  private async notCurrent(events: readonly ChangeEvent[]): Promise<ReadonlySet<string>> {
    if (!events.length) return new Set();
    const ids = [...new Set(events.map(({ entityId }) => entityId))];
    return new Set((await this.database.read<{ id: string }>(NOT_CURRENT, [ids])).map(({ id }) => id));
  }
}

function noticeOf(type: NoticeType, event: ChangeEvent): Notice {
  const entity = { id: event.entityId, type: event.entityType, fullyQualifiedName: event.entityFullyQualifiedName };
  return { type, timestamp: event.timestamp, entity, event };
}

const NOT_CURRENT = {
  name: 'contracts-not-current',
  text: `select e.id::text from entity e join contract c on c.node = e.node
          where e.id = any($1::uuid[]) and ${isDated('c')} and not ${isCurrent('c')}`,
};
