import { withoutNulls, type Actor } from '@app/common';
import { recordAction, type AuditedAction, type Transaction } from '@app/database';
import type { SubscriptionView } from '../document/subscription';
import type { OwnMembers, SubscriptionRow } from '../store/subscription.repository';

/** Type of the reference to a subscription. */
export const TYPE = 'eventSubscription';

/** Records what somebody did to a subscription. @param before undefined: it was made; @param after undefined: it is deleted */
export function record(
  tx: Transaction,
  { name }: Actor,
  action: AuditedAction,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow | undefined,
): Promise<void> {
  const row = (after ?? before) as SubscriptionRow;
  return recordAction(tx, {
    ...{ action, actor: name, to: { type: TYPE, name: row.name, id: row.id }, change: { owner: row.owner } },
    ...(before && { before: sentOf(before) }),
    ...(after && { after: sentOf(after) }),
  });
}

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
