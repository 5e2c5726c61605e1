import type { SubscriptionDocument } from '../subscription/subscription';

/** A subscription that one worker holds. Times in epoch ms, bigint in decimal. */
export interface HeldSubscription {
  readonly id: string;
  readonly name: string;
  /** Name of the owner; null where it is no live user any more. */
  readonly owner: string | null;
  /** Its e-mail address. */
  readonly owner_email: string | null;
  /** Whether it was last written by somebody who may speak for administrators: else its owner is none here. */
  readonly may_administrate: boolean;
  readonly document: SubscriptionDocument;
  readonly sealed: Buffer;
  /** Proves the hold: a later holder has a greater one. */
  readonly fence: string;
  readonly position: string;
  readonly created_at: string;
  readonly muted_from: string | null;
  readonly muted_until: string | null;
  readonly failures: number;
  readonly failing_since: string | null;
  readonly last_error: string | null;
  readonly plans: boolean;
  readonly scans: boolean;
  /** Whether messages may be sent now. */
  readonly sends: boolean;
  /** By the clock of the database. */
  readonly now: string;
}

/** Whether what happened then is skipped: while a subscription is muted it is never sent. @param at epoch ms */
export function isSkipped({ muted_from, muted_until }: HeldSubscription, at: number): boolean {
  return muted_from !== null && muted_until !== null && at >= Number(muted_from) && at < Number(muted_until);
}

/** The subscription was lost: another worker holds it by now, or it is gone or was disabled. */
export class HoldLost extends Error {}
