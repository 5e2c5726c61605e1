import type { Actor } from '@app/common';
import { recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Approvers, isOneOf } from './approvers';
import type { Person } from './authors';
import { notifyOfReview } from './review-notices';
import { ReviewRepository } from './review.repository';

/** The status of a contract that waits for a decision. */
export const IN_REVIEW = 'In Review';

/** A contract that is decided on, behind its lock. */
export interface Reviewed {
  readonly node: string;
  readonly id: string;
  /** In tenths. */
  readonly version: number;
  /** They never decide, whatever their rights. */
  readonly authors: readonly Person[];
}

/** A decision, by whatever request. */
export interface ReviewVerdict {
  readonly entityStatus: 'Active' | 'Approved' | 'Rejected';
  readonly comment?: string | undefined;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The decision of a review: who may decide, and what follows. `POST …/review` and a write of `entityStatus` by an approver are the same decision: one
 * row, one action of the audit, one notice. The status itself is written by the caller.
 */
@Injectable()
export class ReviewDecision {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly approvers: Approvers,
  ) {}

  async mayDecide(tx: Transaction, actor: Actor, { node, id, authors }: Reviewed): Promise<boolean> {
    return !isOneOf(authors, actor) && (await this.approvers.includes(tx, actor, node, id));
  }

  /** @throws {AppError} FORBIDDEN for authors, bots, and users who are no approvers */
  async require(tx: Transaction, actor: Actor, { node, id, authors }: Reviewed): Promise<void> {
    await this.approvers.require(tx, actor, node, id, authors);
  }

  async record(tx: Transaction, { name }: Actor, reviewed: Reviewed, verdict: ReviewVerdict): Promise<void> {
    const { node, version, authors } = reviewed;
    const { entityStatus, comment, now } = verdict;
    await this.reviews.decided(tx, node, { authors, version }, { by: name, comment });
    await recordAction(tx, {
      ...{ action: 'contractReviewed', actor: name, to: { nodes: [node] } },
      before: { entityStatus: IN_REVIEW },
      after: { entityStatus, ...(comment !== undefined && { comment }) },
    });
    const decision = entityStatus === 'Rejected' ? 'reject' : 'approve';
    await notifyOfReview(tx, { contract: node, version, by: name, now }, authors, decision, comment);
  }
}
