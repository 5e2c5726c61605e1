import { Database, NOW_MS, STATEMENT_MS } from '@app/database';
import { Injectable } from '@nestjs/common';
import { HoldLost, type LeasedSubscription } from './leased-subscription';

/** Lease time of a subscription; the worker stops sending after half of it, and one message takes 10 s at most. */
export const LEASE_MS = 30_000;

/** How a round of messages went. */
export interface Round {
  readonly delivered: number;
  readonly failed: number;
  /** The error of the last failure. */
  readonly error?: string;
  /** Epoch ms, by the clock of the database. */
  readonly retryAt?: number;
}

/** Shares subscriptions among workers, by the clock of the database. */
@Injectable()
export class HoldRepository {
  constructor(private readonly database: Database) {}

  /** Subscriptions for which there is something to do, at most so many. */
  claim(limit: number): Promise<LeasedSubscription[]> {
    return this.database.read<LeasedSubscription>(CLAIM, [limit]);
  }

  /** In how many ms the next subscription has something to do by time alone; undefined: none. */
  async dueInMs(): Promise<number | undefined> {
    const [row] = await this.database.read<{ ms: number | null }>(NEXT, []);
    return row?.ms ?? undefined;
  }

  release({ id, fence }: LeasedSubscription): Promise<unknown> {
    return this.database.read(RELEASE, [id, fence]);
  }

  /** @throws {HoldLost} */
  async noteRound({ id, fence }: LeasedSubscription, round: Round): Promise<void> {
    const { delivered, error = null, retryAt = 0 } = round;
    const rows = await this.database.read(NOTE, [id, fence, delivered > 0, round.failed > 0, error, retryAt]);
    if (!rows.length) throw new HoldLost();
  }

  async disable({ id, fence }: LeasedSubscription, reason: string): Promise<void> {
    await this.database.read(DISABLE, [id, fence, reason]);
  }
}

const DUE = `exists (
    select from event_delivery d
     where d.subscription = s.id and d.state = 'pending' and (d.next_at is null or d.next_at <= n.now)
       and not exists (
         select from event_delivery b
          where b.subscription = s.id and b.state = 'pending' and b.next_at > n.now and b.order_key = d.order_key))`;

const CLAIM = {
  name: 'claim-event-subscriptions',
  text: `
  with n as materialized (select ${NOW_MS} as now, (select coalesce(max(position), 0) from change_event) as newest),
  due as (
    select s.id, p.plans, p.sends, n.now
      from n cross join event_subscription s
     cross join lateral (select s.plan_at <= n.now and ((s.position < n.newest and s.document #> '{filter,mine}' is distinct from 'true') or exists (
                                  select from event_notice w where w.subscription = s.id and not w.taken)) as plans,
                                s.retry_at <= n.now and coalesce(s.muted_until, 0) <= n.now and ${DUE} as sends) p
     where s.enabled and s.lease_until <= n.now and (p.plans or p.sends)
     order by s.lease_until limit $1 for update of s skip locked)
  update event_subscription s set lease_until = due.now + ${LEASE_MS}, fence = s.fence + 1
    from due left join lateral (
      select e.name, e.body ->> 'email' as email from event_subscription w join entity e on e.node = w.owner
       where w.id = due.id and e.deleted_by is null) o on true
   where s.id = due.id
  returning s.id::text, s.name, s.document, s.sealed, s.fence::text, s.position::text, s.created_at::text, s.muted_from::text,
            s.muted_until::text, s.failures, s.failing_since::text, s.last_error, due.plans, due.sends, due.now::text,
            s.may_administrate, o.name as owner, o.email as owner_email`,
};

const NEXT = {
  name: 'next-event-subscription',
  text: `
  select (min(i.at) - n.now)::float8 as ms
    from (select ${STATEMENT_MS} as now) n
   cross join event_subscription s
   cross join lateral (values (s.plan_at), (s.retry_at), (s.muted_until), (s.lease_until), ((
           select d.next_at from event_delivery d
            where d.subscription = s.id and d.state = 'pending' and d.next_at > n.now order by d.next_at limit 1))) i (at)
   where s.enabled and i.at > n.now group by n.now`,
};

// Of equals the one that has waited longest is first.
const RELEASE = {
  name: 'release-event-subscription',
  text: `update event_subscription set lease_until = ${NOW_MS} where id = $1 and fence = $2`,
};

// What was put off while the destination failed is due again as soon as it answers; after a single failure its own pause applies.
const NOTE = {
  name: 'note-round-of-deliveries',
  text: `
  with was as (select id, failures from event_subscription where id = $1 and fence = $2 and enabled for update),
  due as (
    update event_delivery d set next_at = null from was
     where $3 and was.failures > 2 and d.subscription = was.id and d.state = 'pending' and d.next_at is not null)
  update event_subscription s
     set failures = case when $3 then 0 when $4 then s.failures + 1 else s.failures end,
         failing_since = case when $3 then null when $4 then coalesce(s.failing_since, ${NOW_MS}) else s.failing_since end,
         last_error = case when $3 then null else coalesce($5, s.last_error) end,
         retry_at = case when $3 then 0 else $6::bigint end
    from was where s.id = was.id returning s.id`,
};

const DISABLE = {
  name: 'disable-event-subscription',
  text: `update event_subscription set enabled = false, disabled_reason = $3, lease_until = 0, updated_at = ${NOW_MS} where id = $1 and fence = $2`,
};
