import type { Transaction } from '@app/database';
import { recordNotices } from '@app/notices';
import { quoted } from '../review/review-notices';
import type { InvitationRow } from './invitation.repository';

/** How an invitation was answered. */
export interface InvitationAnswer {
  readonly decision: 'accept' | 'decline';
  /** Name of who answers. */
  readonly by: string;
  readonly reason?: string | undefined;
}

/** The words of the notice to the invited. Others may subscribe to it, who may not view the invited: they are not named. */
export const invitedText = (by: string, message?: string): string =>
  `has an invitation of ${by} to declare what relies on it${quoted(message)}`;

export const answeredText = ({ decision, by, reason }: InvitationAnswer): string =>
  `has an invitation that ${by} ${decision === 'accept' ? 'accepted' : 'declined'}${quoted(reason)}`;

/** Notifies who is invited. @param contract its node */
export async function notifyOfInvitation(
  tx: Transaction,
  contract: string,
  { id, party, message }: InvitationRow,
  by: string,
): Promise<void> {
  const body = message === null ? {} : { comment: message };
  const what = { contract, type: 'consumerInvited', key: id, body } as const;
  await recordNotices(tx, [{ ...what, text: invitedText(by, message ?? undefined), by, to: { invited: [party.id] } }]);
}

/** Notifies who invited. @param contract its node */
export async function notifyOfAnswer(
  tx: Transaction,
  contract: string,
  { id, invited_by: inviter }: InvitationRow,
  answer: InvitationAnswer,
): Promise<void> {
  const { decision, by, reason } = answer;
  const body = { decision, ...(reason !== undefined && { comment: reason }) };
  const to = { author: inviter ? [inviter.id] : [] };
  await recordNotices(tx, [
    { contract, type: 'invitationAnswered', key: id, text: answeredText(answer), body, by, to },
  ]);
}
