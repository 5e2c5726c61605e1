import { randomUUID } from 'node:crypto';
import { Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { isCurrent, isDated } from '@app/contracts';
import { Database } from '@app/database';
import { ChangeEventRepository, eventOf, type ChangeEvent } from '@app/events';
import { VerdictTurns } from '@app/governance';
import { Injectable } from '@nestjs/common';
import { DeliveryRepository, type AlertMark, type NewDelivery } from '../delivery/delivery.repository';
import type { HeldSubscription } from '../delivery/held-subscription';
import type { NoticeType, SubscriptionFilter } from '../subscription/subscription';
import { ContractAlerts, type ContractAlert } from './contract-alerts';
import { EventFacts } from './event-facts';
import type { Notice } from './notice';
import { ShownNotices } from './shown-notices';

/** Events that are looked at at once. */
const BLOCK = 500;
/** From one look at events to the next, and from one look at states that come with time alone to the next, in ms. */
const REST_MS = 500;
const SCAN_MS = 60_000;
/** Notices of one message of a digest. */
const MOST_IN_DIGEST = 100;
/** A longer description of a change is left out, in characters of JSON: whoever needs it reads the versions. */
const MOST_CHANGE = 64 * 1024;

/** Decides what a subscriber is told. */
@Injectable()
export class Planner {
  constructor(
    private readonly database: Database,
    private readonly events: ChangeEventRepository,
    private readonly visibility: Visibility,
    private readonly shown: ShownNotices,
    private readonly facts: EventFacts,
    private readonly alerts: ContractAlerts,
    private readonly deliveries: DeliveryRepository,
    private readonly turns: VerdictTurns,
  ) {}

  /**
   * Makes the messages of the next events, and has the subscription go on behind them.
   * @returns whether there may be more
   * @throws {HoldLost}
   */
  async plan(held: HeldSubscription, owner: Actor): Promise<boolean> {
    const { digestMinutes } = held.document;
    const found = await this.changes(held, owner);
    const now = Number(held.now);
    const isMuted = Number(held.muted_until ?? 0) > now;
    const alerts = held.scans && !isMuted ? await this.newAlerts(held, owner) : [];
    const told = [...found.notices, ...alerts.map(({ notice }) => notice)];
    const notices = await this.shown.of(owner, told.map(bounded));
    const rest = digestMinutes > 0 ? digestMinutes * 60_000 : REST_MS;
    await this.deliveries.plan(held, {
      position: found.position,
      planAt: found.isMore ? now : now + rest,
      ...(held.scans && { scanAt: now + SCAN_MS }),
      deliveries: digestMinutes > 0 ? digests(notices) : singles(notices),
      marks: alerts.map(({ kind, mark, notice }) => ({ kind, mark, entity: notice.entity.id })),
    });
    return found.isMore;
  }

  private async changes(
    held: HeldSubscription,
    owner: Actor,
  ): Promise<{ notices: Notice[]; position: number; isMore: boolean }> {
    const place = Number(held.position);
    const sight = this.visibility.sightOf(owner);
    const found = await this.events.part({ filter: {}, sight, place, isDescending: false, limit: BLOCK });
    const { hasMore: isMore } = found;
    const position = isMore ? (found.last ?? place) : found.newest;
    const events = found.rows.map(eventOf).filter(({ timestamp }) => !isSkipped(held, timestamp));
    const notices = await this.noticesOf(events, new Set(held.document.eventTypes));
    return { notices: await this.passing(owner, held.document.filter, notices), position, isMore };
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

  private async passing(owner: Actor, filter: SubscriptionFilter, notices: readonly Notice[]): Promise<Notice[]> {
    const matching = await this.facts.matching(
      owner,
      filter,
      notices.map(({ entity }) => entity),
    );
    return notices.filter(({ entity }) => matching.has(entity.id));
  }

  /** Those that were not told yet. */
  private async newAlerts(held: HeldSubscription, owner: Actor): Promise<ContractAlert[]> {
    if (this.visibility.isClosed(owner, 'dataContract')) return [];
    const found = await this.alerts.of(held.document);
    if (!found.length) return [];
    const entities = [...new Set(found.map(({ notice }) => notice.entity.id))];
    const told = new Set((await this.deliveries.marksOf(held.id, entities)).map(keyOf));
    const fresh = found.filter(({ kind, mark, notice }) => !told.has(keyOf({ kind, mark, entity: notice.entity.id })));
    const passing = new Set(
      await this.passing(
        owner,
        held.document.filter,
        fresh.map(({ notice }) => notice),
      ),
    );
    const contracts = [...passing].map(({ entity }) => entity);
    const seen = new Set((await this.visibility.seenOf(this.database, owner, contracts)).map(({ id }) => id));
    return fresh.filter(({ notice }) => passing.has(notice) && seen.has(notice.entity.id)).slice(0, BLOCK);
  }
}

const keyOf = ({ kind, entity, mark }: AlertMark): string => `${kind} ${entity} ${mark}`;

/** Whether an event is skipped: one that happens while a subscription is muted is never sent. */
function isSkipped({ muted_from, muted_until }: HeldSubscription, at: number): boolean {
  return muted_from !== null && muted_until !== null && at >= Number(muted_from) && at < Number(muted_until);
}

function noticeOf(type: NoticeType, event: ChangeEvent): Notice {
  const entity = { id: event.entityId, type: event.entityType, fullyQualifiedName: event.entityFullyQualifiedName };
  return { type, timestamp: event.timestamp, entity, event };
}

function bounded(notice: Notice): Notice {
  const { changeDescription, ...event } = notice.event ?? {};
  if (!changeDescription || JSON.stringify(changeDescription).length <= MOST_CHANGE) return notice;
  return { ...notice, event: event as ChangeEvent };
}

const singles = (notices: readonly Notice[]): NewDelivery[] =>
  notices.map((notice) => ({ id: randomUUID(), orderKey: notice.entity.id, notices: [notice] }));

/** One after the other: each holds notices of many entities. */
function digests(notices: readonly Notice[]): NewDelivery[] {
  const parts = Math.ceil(notices.length / MOST_IN_DIGEST);
  return Array.from({ length: parts }, (_, part) => ({
    id: randomUUID(),
    orderKey: 'digest',
    notices: notices.slice(part * MOST_IN_DIGEST, (part + 1) * MOST_IN_DIGEST),
  }));
}

const NOT_CURRENT = {
  name: 'contracts-not-current',
  text: `select e.id::text from entity e join contract c on c.node = e.node
          where e.id = any($1::uuid[]) and ${isDated('c')} and not ${isCurrent('c')}`,
};
