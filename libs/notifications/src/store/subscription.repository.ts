import type { RowOf } from '@app/common';
import {
  Conditions,
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  query,
  type KeysetRequest,
  type KeysetRows,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Notice } from '../document/notice';
import type { SubscriptionDocument, SubscriptionView } from '../document/subscription';

export type OwnMembers = Omit<SubscriptionView, keyof SubscriptionDocument>;

/** A subscription as it is stored. */
export interface SubscriptionRow extends RowOf<OwnMembers> {
  readonly document: SubscriptionDocument;
  readonly sealed: Buffer;
  readonly ownerId: string;
  /** E-mail address of the owner. */
  readonly ownerEmail: string | null;
}

/** The members that a write sets. */
export interface SubscriptionChange {
  readonly id: string;
  readonly name: string;
  readonly document: SubscriptionDocument;
  readonly sealed: Buffer;
  readonly enabled: boolean;
  /** Epoch ms; absent: not muted. */
  readonly mutedUntil?: number;
  readonly by: string;
  /** Whether the writer may speak for administrators. */
  readonly mayAdministrate: boolean;
  /** Whether it asks for what time alone brings to contracts. */
  readonly asksForTime: boolean;
  /** Whether what is known of failures is of another destination, or was taken note of. */
  readonly forgetsFailures: boolean;
}

/** A test whose message did not arrive. */
interface FailedTest {
  readonly id: string;
  readonly notices: readonly Notice[];
  /** Status of the answer over HTTP. */
  readonly status?: number;
  readonly error?: string;
  readonly tookMs: number;
}

/** Subscriptions as callers ask for them. */
@Injectable()
export class SubscriptionRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<SubscriptionRow | undefined> {
    const [row] = await this.database.query<SubscriptionRow>(`${SELECT} where s.id = $1`, [id]);
    return row;
  }

  /** Stores a test that did not arrive as a message that was given up. No other message waits for it. */
  async noteFailedTest(id: string, test: FailedTest): Promise<void> {
    const { status = null, error = null, tookMs } = test;
    const values = [id, test.id, JSON.stringify(test.notices), status, error, tookMs];
    await this.database.query(NOTE_FAILED_TEST, values);
  }

  /** Locked until the transaction ends. */
  async lock(
    tx: Transaction,
    key: { id: string } | { ownerId: string; name: string },
  ): Promise<SubscriptionRow | undefined> {
    const [condition, values] =
      'id' in key ? ['s.id = $1', [key.id]] : ['o.id = $1 and s.name = $2', [key.ownerId, key.name]];
    const [row] = await query<SubscriptionRow>(tx, `${SELECT} where ${condition} for update of s`, values);
    return row;
  }

  /** By name. @param ownerId id of the user; absent: of all */
  page(ownerId: string | undefined, request: KeysetRequest): Promise<KeysetRows<SubscriptionRow>> {
    const filter = Conditions.of().when(ownerId, (bound) => `o.id = ${bound}`);
    return SUBSCRIPTIONS.page(this.database, filter, request);
  }

  /** None is added to the owner's by others until the transaction ends. */
  async countOf(tx: Transaction, ownerId: string): Promise<number> {
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('event subscriptions ' || $1, 0))`, [ownerId]);
    const text = `select count(*)::int as n from event_subscription s join entity o on o.node = s.owner where o.id = $1`;
    const [row] = await query<{ n: number }>(tx, text, [ownerId]);
    return row?.n ?? 0;
  }

  /** From now on: earlier events are not sent. @returns false where the owner is no live user */
  async insert(tx: Transaction, ownerId: string, change: SubscriptionChange): Promise<boolean> {
    const rows = await query(tx, INSERT, [...valuesOf(change), ownerId]);
    return rows.length > 0;
  }

  async update(tx: Transaction, change: SubscriptionChange): Promise<void> {
    await query(tx, UPDATE, [...valuesOf(change), change.forgetsFailures]);
  }

  async seal(tx: Transaction, id: string, sealed: Buffer, by: string, forgetsFailures: boolean): Promise<void> {
    await query(tx, SEAL, [id, sealed, by, forgetsFailures]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await query(tx, `delete from event_subscription where id = $1`, [id]);
  }
}

const SELECT = `
  select s.id::text, s.name, s.document, s.sealed, s.enabled, s.disabled_reason as "disabledReason", s.muted_until::float8 as "mutedUntil",
         s.created_at::float8 as "createdAt", s.updated_at::float8 as "updatedAt", s.updated_by as "updatedBy",
         s.failing_since::float8 as "failingSince", s.last_error as "lastError", o.name as owner, o.id::text as "ownerId",
         o.body ->> 'email' as "ownerEmail"
    from event_subscription s join entity o on o.node = s.owner`;

const SUBSCRIPTIONS = new KeysetQuery<SubscriptionRow>({
  select: SELECT,
  order: new KeysetOrder<SubscriptionRow>(
    { sql: 's.name', type: 'text', key: ({ name }) => name },
    { sql: 's.id', type: 'uuid', key: ({ id }) => id },
  ),
});

const valuesOf = ({ id, name, document, sealed, ...more }: SubscriptionChange): unknown[] => [
  ...[id, name, JSON.stringify(document), sealed, more.enabled, more.mutedUntil ?? null, more.by, more.asksForTime],
  more.mayAdministrate,
];

const NEWEST = `(select coalesce(max(position), 0) from change_event)`;

/** When events are looked at next: a digest has its whole time first. */
const NEXT_PLAN = `${NOW_MS} + ($3::jsonb ->> 'digestMinutes')::bigint * 60000`;

// Behind the newest event that has a position; those of the moment before may have none yet, and are sent.
const INSERT = `
  insert into event_subscription (id, name, document, sealed, enabled, muted_until, updated_by, walk_node, owner, created_at, updated_at,
                                  position, starts_behind, plan_at, muted_from, may_administrate)
  select $1, $2, $3::jsonb, $4, $5, $6::bigint, $7, case when $8::boolean then 0 end, o.node, ${NOW_MS}, ${NOW_MS}, c.position, c.position,
         ${NEXT_PLAN}, case when $6::bigint is not null then ${NOW_MS} end, $9
    from entity o cross join (select coalesce(max(position), 0) as position from change_event) c
   where o.type = 'user' and o.id = $10 and o.deleted_by is null returning 1`;

/** @param n of the parameter that says whether */
const forgetFailures = (n: number): string => `
         failures = case when $${n} then 0 else s.failures end,
         failing_since = case when $${n} then null else s.failing_since end,
         last_error = case when $${n} then null else s.last_error end,
         retry_at = case when $${n} then 0 else s.retry_at end`;

/** Later with each change: it is the version that callers compare. */
const LATER = `greatest(${NOW_MS}, s.updated_at + 1)`;

const SEAL = `
  update event_subscription s
     set sealed = $2, updated_by = $3, updated_at = ${LATER}, ${forgetFailures(4)}
   where id = $1`;

/** The members of a document that say what it asks for. */
const ASKED = ['eventTypes', 'filter', 'notValidatedDays', 'notJudgedHours'];
const asked = (document: string): string =>
  `jsonb_build_array(${ASKED.map((name) => `${document} -> '${name}'`).join(', ')})`;

// One of what is the owner's own looked at no events: if it is another now, it is sent what happens from now on.
const UPDATE = `
  update event_subscription s
     set name = $2, document = $3::jsonb, sealed = $4, enabled = $5, updated_by = $7, updated_at = ${LATER},
         walk_node = case when $8::boolean then case when ${asked('s.document')} = ${asked('$3::jsonb')} then s.walk_node else 0 end end,
         position = case when s.document #> '{filter,mine}' = 'true' then ${NEWEST} else s.position end,
         starts_behind = case when s.document #> '{filter,mine}' = 'true' then ${NEWEST} else s.starts_behind end,
         muted_from = case when $6::bigint is null then null when s.muted_until is null then ${NOW_MS} else s.muted_from end,
         muted_until = $6::bigint,
         plan_at = case when s.document -> 'digestMinutes' = $3::jsonb -> 'digestMinutes' then s.plan_at else ${NEXT_PLAN} end,
         disabled_reason = case when $5 then null else s.disabled_reason end,
         may_administrate = $9, ${forgetFailures(10)}
   where id = $1`;

const NOTE_FAILED_TEST = `
  insert into event_delivery (id, subscription, order_key, notices, state, created_at, attempts, first_at, last_at, status_code, error, took_ms)
  select $2::uuid, s.id, 'test ' || $2::uuid, $3::jsonb, 'dead', n.now, 1, n.now, n.now, $4, $5, $6
    from event_subscription s cross join (select ${NOW_MS} as now) n where s.id = $1`;
