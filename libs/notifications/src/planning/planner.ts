import { randomUUID } from 'node:crypto';
import { Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import type { ChangeEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { DeliveryRepository, type AlertMark, type NewDelivery } from '../delivery/delivery.repository';
import { isSkipped, type HeldSubscription } from '../delivery/held-subscription';
import type { NoticeType, SubscriptionFilter } from '../subscription/subscription';
import { ContractAlerts, type ContractAlert } from './contract-alerts';
import { ContractNotices } from './contract-notices';
import { EventFacts } from './event-facts';
import { EventNotices } from './event-notices';
import type { Notice } from './notice';
import { ShownNotices } from './shown-notices';

/** Notices and alerts that are looked at at once. */
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
    private readonly changed: EventNotices,
    private readonly visibility: Visibility,
    private readonly shown: ShownNotices,
    private readonly facts: EventFacts,
    private readonly alerts: ContractAlerts,
    private readonly deliveries: DeliveryRepository,
    private readonly contractNotices: ContractNotices,
  ) {}

  /**
   * Makes the messages of the next events, and has the subscription go on behind them.
   * @returns whether there may be more
   * @throws {HoldLost}
   */
  async plan(held: HeldSubscription, owner: Actor): Promise<boolean> {
    const { digestMinutes } = held.document;
    const found = await this.changed.of(held, owner);
    const changes = await this.passing(owner, held.document.filter, found.notices);
    const waiting = await this.waiting(held, owner);
    const now = Number(held.now);
    const isMuted = Number(held.muted_until ?? 0) > now;
    const alerts = held.scans && !isMuted ? await this.newAlerts(held, owner) : [];
    const told = [...changes, ...waiting.notices, ...alerts.map(({ notice }) => notice)];
    const notices = await this.shown.of(owner, told.map(bounded));
    const isMore = found.isMore || waiting.isMore;
    const rest = digestMinutes > 0 ? digestMinutes * 60_000 : REST_MS;
    await this.deliveries.plan(held, {
      position: found.position,
      planAt: isMore ? now : now + rest,
      ...(held.scans && { scanAt: now + SCAN_MS }),
      deliveries: digestMinutes > 0 ? digests(notices) : singles(notices),
      marks: alerts.map(({ kind, mark, notice }) => ({ kind, mark, entity: notice.entity.id })),
      taken: waiting.places,
    });
    return isMore;
  }

  /** Notices of contracts; those that were recorded while it was muted are taken and not told. */
  private async waiting(
    held: HeldSubscription,
    owner: Actor,
  ): Promise<{ notices: Notice[]; places: string[]; isMore: boolean }> {
    const { eventTypes, filter } = held.document;
    const found = await this.contractNotices.of(held.id, BLOCK);
    const types = new Set<NoticeType | 'test'>(eventTypes);
    const told = found.filter(({ recordedAt, notice }) => types.has(notice.type) && !isSkipped(held, recordedAt));
    const asked = told.map(({ notice }) => notice);
    const notices = await this.passing(owner, filter, asked);
    return { notices, places: found.map(({ place }) => place), isMore: found.length === BLOCK };
  }

  private async passing(owner: Actor, filter: SubscriptionFilter, notices: readonly Notice[]): Promise<Notice[]> {
    const entities = notices.map(({ entity }) => entity);
    const matching = await this.facts.matching(owner, filter, entities);
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
    const asked = fresh.map(({ notice }) => notice);
    const passing = new Set(await this.passing(owner, held.document.filter, asked));
    const contracts = [...passing].map(({ entity }) => entity);
    const seen = new Set((await this.visibility.seenOf(this.database, owner, contracts)).map(({ id }) => id));
    return fresh.filter(({ notice }) => passing.has(notice) && seen.has(notice.entity.id)).slice(0, BLOCK);
  }
}

const keyOf = ({ kind, entity, mark }: AlertMark): string => `${kind} ${entity} ${mark}`;

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
