import { withoutNulls } from '@app/common';
import type { SubscriptionView } from '../document/subscription';
import type { OwnMembers, SubscriptionRow } from '../store/subscription.repository';

/** The body that makes the subscription what it is. */
export function sentOf({ name, enabled, mutedUntil, document }: SubscriptionRow): Record<string, unknown> {
  return { name, enabled, ...document, ...(mutedUntil !== null && { mutedUntil }) };
}

/** The subscription as callers read it. */
export function viewOf(row: SubscriptionRow): SubscriptionView {
  const { document, sealed: _sealed, ownerId: _id, ownerEmail: _email, ...own } = row;
  const { id, name, owner, enabled, disabledReason, ...state } = withoutNulls<OwnMembers>(own);
  return { id, name, owner, enabled, disabledReason, ...document, ...state };
}
