import type { SentReview } from '@app/agreements';
import { invalidFields } from '@app/common';
import { ChoiceProperty, NumberProperty, TextProperty } from '../http/input';

/** Characters of a reason or comment. */
export const LONGEST_COMMENT = 4_000;

/** A decision on a contract that waits to come into force. */
export class ContractReviewDto implements SentReview {
  @ChoiceProperty({ required: true, of: ['approve', 'reject'], description: 'The decision' })
  decision!: 'approve' | 'reject';

  @NumberProperty({ required: true, min: 0, description: 'Version of the contract that was reviewed' })
  version!: number;

  @TextProperty({ max: LONGEST_COMMENT, description: 'Comment for the authors; required for a rejection' })
  comment?: string;
}

/** @throws {AppError} BAD_REQUEST where a decision against something says not why */
export function requireComment(
  isAgainst: boolean,
  { decision, comment }: { decision: string; comment?: string },
): void {
  if (!isAgainst || comment !== undefined) return;
  throw invalidFields([{ field: 'comment', message: `is required with the decision ${decision}` }]);
}
