import type { RowOf } from '@app/common';
import { Database, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { SubscriptionDocument, SubscriptionView } from './subscription';

/** The members of a subscription beside its document. */
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
  /** Whether it looks at states that come with time alone. */
  readonly scans: boolean;
  /** Whether what is known of failures is of another destination, or was taken note of. */
  readonly forgetsFailures: boolean;
}

/** Which part of the list. */
export interface SubscriptionPart {
  /** Id of the user; absent: of all. */
  readonly ownerId?: string;
  readonly place?: { readonly name: string; readonly id: string };
  readonly isBackward: boolean;
  readonly limit: number;
}

/** Subscriptions as callers ask for them. */
@Injectable()
export class SubscriptionRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<SubscriptionRow | undefined> {
    const [row] = await this.database.query<SubscriptionRow>(`${SELECT} where s.id = $1`, [id]);
    return row;
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

  part({ ownerId, place, isBackward, limit }: SubscriptionPart): Promise<SubscriptionRow[]> {
    const values: unknown[] = [limit];
    const conditions = [
      ...(ownerId === undefined ? [] : [`o.id = $${values.push(ownerId)}`]),
      ...(place
        ? [`(s.name, s.id) ${isBackward ? '<' : '>'} ($${values.push(place.name)}, $${values.push(place.id)}::uuid)`]
        : []),
    ];
    const where = conditions.length ? `where ${conditions.join(' and ')}` : '';
    const direction = isBackward ? 'desc' : 'asc';
    const text = `${SELECT} ${where} order by s.name ${direction}, s.id ${direction} limit $1`;
    return this.database.query<SubscriptionRow>(text, values);
  }

  /** None is added to the owner's by others until the transaction ends. */
  async countOf(tx: Transaction, ownerId: string): Promise<number> {
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('event subscriptions ' || $1, 0))`, [ownerId]);
    const text = `select count(*)::int as n from event_subscription s join entity o on o.node = s.owner where o.id = $1`;
    const [row] = await query<{ n: number }>(tx, text, [ownerId]);
    return row?.n ?? 0;
  }

  /** From now on: earlier events are not told. @returns false where the owner is no live user */
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

const valuesOf = ({ id, name, document, sealed, ...more }: SubscriptionChange): unknown[] => [
  ...[id, name, JSON.stringify(document), sealed, more.enabled, more.mutedUntil ?? null, more.by, more.scans],
  more.mayAdministrate,
];

/** When events are looked at next: a digest has its whole time first. */
const NEXT_PLAN = `${NOW_MS} + ($3::jsonb ->> 'digestMinutes')::bigint * 60000`;

// Behind the newest event that has a position; those of the moment before may have none yet, and are told.
const INSERT = `
  insert into event_subscription (id, name, document, sealed, enabled, muted_until, updated_by, scan_at, owner, created_at, updated_at,
                                  position, plan_at, muted_from, may_administrate)
  select $1, $2, $3::jsonb, $4, $5, $6::bigint, $7, case when $8::boolean then ${NOW_MS} end, o.node, ${NOW_MS}, ${NOW_MS},
         (select coalesce(max(position), 0) from change_event), ${NEXT_PLAN}, case when $6::bigint is not null then ${NOW_MS} end, $9
    from entity o where o.type = 'user' and o.id = $10 and o.deleted_by is null returning 1`;

/** @param n of the parameter that says whether */
const forgetFailures = (n: number): string => `
         failures = case when $${n} then 0 else s.failures end,
         failing_since = case when $${n} then null else s.failing_since end,
         last_error = case when $${n} then null else s.last_error end,
         retry_at = case when $${n} then 0 else s.retry_at end`;

const SEAL = `
  update event_subscription s
     set sealed = $2, updated_by = $3, updated_at = ${NOW_MS}, ${forgetFailures(4)}
   where id = $1`;

// One of what is the owner's own looked at no events: if it is another now, it tells what happens from now on.
const UPDATE = `
  update event_subscription s
     set name = $2, document = $3::jsonb, sealed = $4, enabled = $5, updated_by = $7, updated_at = ${NOW_MS},
         scan_at = case when $8::boolean then coalesce(s.scan_at, ${NOW_MS}) end,
         position = case when s.document #> '{filter,mine}' = 'true' then (select coalesce(max(position), 0) from change_event) else s.position end,
         muted_from = case when $6::bigint is null then null when s.muted_until is null then ${NOW_MS} else s.muted_from end,
         muted_until = $6::bigint,
         plan_at = case when s.document -> 'digestMinutes' = $3::jsonb -> 'digestMinutes' then s.plan_at else ${NEXT_PLAN} end,
         disabled_reason = case when $5 then null else s.disabled_reason end,
         may_administrate = $9, ${forgetFailures(10)}
   where id = $1`;
