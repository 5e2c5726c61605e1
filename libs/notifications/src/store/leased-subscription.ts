import type { SubscriptionDocument } from '../document/subscription';

/** A subscription that one worker has leased. Times in epoch ms, bigint in decimal. */
export interface LeasedSubscription {
  readonly id: string;
  readonly name: string;
  /** Name of the owner; null where it is no live user any more. */
  readonly owner: string | null;
  /** Its e-mail address. */
  readonly owner_email: string | null;
  /** Whether it was last written by a user who may act as an administrator: else its owner does not count as one here. */
  readonly may_administrate: boolean;
  readonly document: SubscriptionDocument;
  readonly sealed: Buffer;
  /** Fencing token of the lease: a later holder has a greater one. */
  readonly fence: string;
  readonly position: string;
  readonly created_at: string;
  readonly muted_from: string | null;
  readonly muted_until: string | null;
  readonly failures: number;
  readonly failing_since: string | null;
  readonly last_error: string | null;
  readonly plans: boolean;
  /** Whether messages may be sent now. */
  readonly sends: boolean;
  /** By the clock of the database. */
  readonly now: string;
}

/** Whether what happened then is skipped: while a subscription is muted it is never sent. @param at epoch ms */
export function isSkipped({ muted_from, muted_until }: LeasedSubscription, at: number): boolean {
  return muted_from !== null && muted_until !== null && at >= Number(muted_from) && at < Number(muted_until);
}

/** The subscription was lost: another worker has leased it by now, or it is deleted or disabled. */
export class HoldLost extends Error {}
