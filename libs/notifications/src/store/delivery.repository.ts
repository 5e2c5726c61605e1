import { Database, endOfRetention, NOW_MS, PURGE_BLOCK, purgeInBlocks, STATEMENT_MS } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Notice } from '../document/notice';
import { HoldLost, type LeasedSubscription } from './leased-subscription';

/** A message that is to be made. Those with one order key go out one after the other. */
export interface NewDelivery {
  readonly id: string;
  readonly orderKey: string;
  readonly notices: readonly Notice[];
}

/** The decisions on events. Times in epoch ms. */
export interface Plan {
  readonly position: number;
  readonly planAt: number;
  readonly deliveries: readonly NewDelivery[];
  /** Queued notices of contracts that have been looked at (`seq`, bigint in decimal), and those of them that have a message. */
  readonly taken: readonly string[];
  readonly sent: readonly string[];
}

export interface DueDelivery {
  readonly id: string;
  readonly order_key: string;
  readonly notices: readonly Notice[];
  readonly attempts: number;
  /** Time of the first try, epoch ms. */
  readonly first_at: string | null;
}

/** The outcome of a try. */
export interface Attempt {
  readonly state: 'pending' | 'delivered' | 'dead' | 'discarded';
  readonly status?: number;
  readonly error?: string;
  readonly tookMs?: number;
  /** After a failure, ms from now. */
  readonly pauseMs?: number;
}

/** Messages of a subscription that a worker has leased: a worker that has lost the lease changes nothing. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /** Messages, and the position up to which events have theirs, in one statement: all or nothing. @throws {HoldLost} */
  async plan({ id, fence }: LeasedSubscription, plan: Plan): Promise<void> {
    const { position, planAt, deliveries, taken, sent } = plan;
    const values = [id, fence, position, planAt, JSON.stringify(deliveries), taken, sent];
    const rows = await this.database.read(PLAN, values);
    if (!rows.length) throw new HoldLost();
  }

  /** In their order; of one order key none behind one that waits for its next try. */
  due({ id }: LeasedSubscription, limit: number): Promise<DueDelivery[]> {
    return this.database.read<DueDelivery>(DUE, [id, limit]);
  }

  /** @throws {HoldLost} */
  async note({ id, fence }: LeasedSubscription, delivery: string, attempt: Attempt): Promise<void> {
    const { state, status = null, error = null, tookMs = null, pauseMs = null } = attempt;
    const rows = await this.database.read(NOTE, [id, fence, delivery, state, status, error, tookMs, pauseMs]);
    if (!rows.length) throw new HoldLost();
  }
}

// What stays known to have been sent stays queued as taken: it is not queued again.
const PLAN = {
  name: 'plan-deliveries',
  text: `
  with held as (
    update event_subscription set position = greatest(position, $3::bigint), plan_at = $4::bigint
     where id = $1 and fence = $2::bigint and enabled returning id),
  looked as materialized (
    select w.seq, w.seq = any($7::bigint[]) and n.until is not null as stays
      from held join event_notice w on w.subscription = held.id join contract_notice n on n.id = w.notice where w.seq = any($6::bigint[])),
  taken as (update event_notice w set taken = true from looked l where l.stays and w.seq = l.seq),
  removed as (delete from event_notice w using looked l where not l.stays and w.seq = l.seq),
  made as (
    insert into event_delivery (id, subscription, order_key, notices, state, created_at)
    select (d.value ->> 'id')::uuid, held.id, d.value ->> 'orderKey', d.value -> 'notices', 'pending', ${NOW_MS}
      from held, jsonb_array_elements($5::jsonb) with ordinality d (value, n) order by d.n)
  select id from held`,
};

const DUE = {
  name: 'due-deliveries',
  text: `
  select d.id::text, d.order_key, d.notices, d.attempts, d.first_at::text
    from event_delivery d
   where d.subscription = $1 and d.state = 'pending' and (d.next_at is null or d.next_at <= ${STATEMENT_MS})
     and not exists (
       select from event_delivery b
        where b.subscription = $1 and b.state = 'pending' and b.next_at > ${STATEMENT_MS} and b.order_key = d.order_key)
   order by d.seq limit $2`,
};

// A message that was discarded was not tried.
const NOTE = {
  name: 'note-delivery',
  text: `
  update event_delivery d
     set state = $4, status_code = $5, error = $6, took_ms = $7,
         attempts = d.attempts + case when $4 = 'discarded' then 0 else 1 end,
         first_at = case when $4 = 'discarded' then d.first_at else coalesce(d.first_at, ${NOW_MS}) end,
         last_at = ${NOW_MS},
         next_at = case when $4 = 'pending' then ${NOW_MS} + $8::bigint end
    from event_subscription s
   where d.id = $3 and d.state = 'pending' and s.id = d.subscription and s.id = $1 and s.fence = $2::bigint
  returning d.id`,
};

const PURGE = {
  name: 'purge-event-deliveries',
  text: `delete from event_delivery where seq = any(array(
           select seq from event_delivery where state <> 'pending' and created_at < $1 order by created_at limit ${PURGE_BLOCK})) returning 1`,
};

/**
 * Removes messages that have ended and are past their time; what waits stays.
 *
 * @param retention ISO 8601 duration
 * @returns how many
 */
export async function purgeDeliveries(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const until = await endOfRetention(database, 'deliveries', retention);
  return purgeInBlocks(database, PURGE, until, signal);
}
