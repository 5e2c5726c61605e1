import type { Transaction } from '@app/database';
import { recordNotices } from '@app/notices';
import type { Person } from './authors';

export interface ReviewStep {
  /** Node of the contract. */
  readonly contract: string;
  /** Version of the contract before, in tenths. */
  readonly version: number;
  /** Name of who did it. */
  readonly by: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Notifies approvers that a contract waits for them. @param approver ids of users and teams */
export async function notifyOfSubmission(
  tx: Transaction,
  { contract, version, by, now }: ReviewStep,
  approver: readonly string[],
): Promise<void> {
  const text = 'waits for a review before it comes into force';
  const what = { contract, type: 'contractInReview', key: `${version} ${now}`, at: now } as const;
  await recordNotices(tx, [{ ...what, text, by, to: { approver } }]);
}

export async function notifyOfReview(
  tx: Transaction,
  { contract, version, by, now }: ReviewStep,
  authors: readonly Person[],
  decision: 'approve' | 'reject',
  comment?: string,
): Promise<void> {
  const author = authors.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const text = `was ${decision === 'approve' ? 'approved' : 'rejected'} in its review${quoted(comment)}`;
  const body = { decision, ...(comment !== undefined && { comment }) };
  const what = { contract, type: 'contractReviewed', key: `${version} ${now}`, at: now } as const;
  await recordNotices(tx, [{ ...what, text, body, by, to: { author } }]);
}

/** A comment at the end of a sentence. */
export const quoted = (comment: string | undefined): string => (comment === undefined ? '' : `: "${comment}"`);
