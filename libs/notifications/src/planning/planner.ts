import { randomUUID } from 'node:crypto';
import type { Actor } from '@app/common';
import type { ChangeEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { DeliveryRepository, type NewDelivery } from '../store/delivery.repository';
import { isSkipped, type LeasedSubscription } from '../store/leased-subscription';
import type { NoticeType, SubscriptionFilter } from '../document/subscription';
import { ContractNotices } from './contract-notices';
import { EventFacts } from './event-facts';
import { EventNotices } from './event-notices';
import type { Notice, WaitingNotice } from '../document/notice';
import { ShownNotices } from './shown-notices';

/** Notices that are looked at at once. */
const BLOCK = 500;
/** From one look at events to the next, in ms. */
const REST_MS = 500;
/** Notices of one message of a digest. */
const MOST_IN_DIGEST = 100;
/** A longer description of a change is left out, in characters of JSON: the versions contain it. */
const MOST_CHANGE = 64 * 1024;

/** Makes the messages of a subscription. */
@Injectable()
export class Planner {
  constructor(
    private readonly changed: EventNotices,
    private readonly shown: ShownNotices,
    private readonly facts: EventFacts,
    private readonly deliveries: DeliveryRepository,
    private readonly contractNotices: ContractNotices,
  ) {}

  /**
   * Makes the messages of the next events, and has the subscription go on behind them.
   * @returns whether there may be more
   * @throws {HoldLost}
   */
  async plan(leased: LeasedSubscription, owner: Actor): Promise<boolean> {
    const { digestMinutes } = leased.document;
    const found = await this.changed.of(leased, owner);
    const changes = await this.passing(owner, leased.document.filter, found.notices);
    const waiting = await this.waiting(leased, owner);
    const asked = [...changes.map((notice) => ({ notice })), ...waiting.notices];
    const shown = await this.shown.ofMessages(owner, asked.map(messageOf));
    const notices = shown.flatMap((one) => one.notices);
    const isMore = found.isMore || waiting.isMore;
    const rest = digestMinutes > 0 ? digestMinutes * 60_000 : REST_MS;
    const now = Number(leased.now);
    await this.deliveries.plan(leased, {
      position: found.position,
      planAt: isMore ? now : now + rest,
      deliveries: digestMinutes > 0 ? digests(notices) : singles(notices),
      taken: waiting.seqs,
      sent: shown.flatMap(({ seq, notices: [notice] }) => (seq !== undefined && notice ? [seq] : [])),
    });
    return isMore;
  }

  /** Notices of contracts; those that were recorded while it was muted are taken and not sent. */
  private async waiting(
    leased: LeasedSubscription,
    owner: Actor,
  ): Promise<{ notices: WaitingNotice[]; seqs: string[]; isMore: boolean }> {
    const { eventTypes, filter } = leased.document;
    const found = await this.contractNotices.of(leased, BLOCK);
    const types = new Set<NoticeType | 'test'>(eventTypes);
    const asked = found.filter(({ recordedAt, notice }) => types.has(notice.type) && !isSkipped(leased, recordedAt));
    const passing = new Set(
      await this.passing(
        owner,
        filter,
        asked.map(({ notice }) => notice),
      ),
    );
    const notices = asked.filter(({ notice }) => passing.has(notice));
    return { notices, seqs: found.map(({ seq }) => seq), isMore: found.length === BLOCK };
  }

  private async passing(owner: Actor, filter: SubscriptionFilter, notices: readonly Notice[]): Promise<Notice[]> {
    const entities = notices.map(({ entity }) => entity);
    const matching = await this.facts.matching(owner, filter, entities);
    return notices.filter(({ entity }) => matching.has(entity.id));
  }
}

const messageOf = ({ seq, notice }: { readonly seq?: string; readonly notice: Notice }) => ({
  ...{ seq, notices: [bounded(notice)] },
});

function bounded(notice: Notice): Notice {
  const { changeDescription, ...event } = notice.event ?? {};
  if (!changeDescription || JSON.stringify(changeDescription).length <= MOST_CHANGE) return notice;
  return { ...notice, event: event as ChangeEvent };
}

const singles = (notices: readonly Notice[]): NewDelivery[] =>
  notices.map((notice) => ({ id: randomUUID(), orderKey: notice.entity.id, notices: [notice] }));

/** One after the other: each has notices of many entities. */
function digests(notices: readonly Notice[]): NewDelivery[] {
  const parts = Math.ceil(notices.length / MOST_IN_DIGEST);
  return Array.from({ length: parts }, (_, part) => ({
    id: randomUUID(),
    orderKey: 'digest',
    notices: notices.slice(part * MOST_IN_DIGEST, (part + 1) * MOST_IN_DIGEST),
  }));
}
