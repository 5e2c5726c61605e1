import type { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import type { DestinationDocument } from '../document/subscription';

/** The users who may change everybody's subscriptions. */
export const changesAll = (access: AccessControl, actor: Actor): boolean =>
  access.allows(actor, 'EditAll', 'subscription');

/** Why messages of a subscription are not sent any more. */
export const FOREIGN_RECIPIENTS =
  'its recipients are not the address of its owner, and only administrators write to others';

/**
 * Whether a user may have messages sent there: mails to the owner of the subscription, or, for an administrator, to any address. Asked when
 * a subscription is written and whenever it is sent, since rights and addresses change.
 */
export function mayWriteTo(
  access: AccessControl,
  actor: Actor,
  { type, recipients = [] }: Pick<DestinationDocument, 'type' | 'recipients'>,
  ownAddress: string | null,
): boolean {
  if (type !== 'email') return true;
  const own = ownAddress?.toLowerCase();
  return recipients.every((address) => address.toLowerCase() === own) || changesAll(access, actor);
}
