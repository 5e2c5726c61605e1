import { invalidFields } from '@app/common';
import type { SentReview } from '@app/governance';
import { ChoiceProperty, NumberProperty, TextProperty } from '../http/input';

/** Characters of a reason or comment. */
export const LONGEST_COMMENT = 4_000;

/** A decision on a contract that waits to come into force. */
export class ContractReviewDto implements SentReview {
  @ChoiceProperty({ required: true, of: ['approve', 'reject'], description: 'What is decided' })
  decision!: 'approve' | 'reject';

  @NumberProperty({ required: true, min: 0, description: 'That of the contract which was looked at' })
  version!: number;

  @TextProperty({ max: LONGEST_COMMENT, description: 'For the authors; a rejection needs one' })
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
