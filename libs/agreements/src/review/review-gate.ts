import type { EntityDraft, GatedChange } from '@app/catalog';
import { AppError, forbidden, type Actor } from '@app/common';
import { bindsAt, type ContractDocument, type WrittenTerms } from '@app/contracts';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ChangeRules } from '../policies/contract-policy';
import { Approvers, isOneOf } from './approvers';
import type { Person } from './authors';
import { guardedChanges } from './guarded-changes';
import { ReviewAuthors } from './review-authors';
import { IN_REVIEW, ReviewDecision, type ReviewVerdict } from './review-decision';
import { notifyOfSubmission } from './review-notices';
import { ReviewRepository } from './review.repository';

export interface GovernedChange extends GatedChange {
  readonly terms: WrittenTerms;
  readonly rules: ChangeRules;
  /** Epoch ms. */
  readonly now: number;
}

/** Lets writes of contracts that do not bind pass; what would bind by one of them waits for a review. */
@Injectable()
export class ReviewGate {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly authors: ReviewAuthors,
    private readonly approvers: Approvers,
    private readonly decision: ReviewDecision,
  ) {}

  /** A new contract is not in force before another user has reviewed it. */
  judgeNew(draft: EntityDraft, { mode }: ChangeRules, now: number): void {
    draft.prepared = { ...(draft.prepared as object), governedAt: now };
    if (!bindsAt(draft.attributes, now)) return;
    draft.prepared = { ...(draft.prepared as object), wanted: draft.attributes.entityStatus };
    draft.attributes.entityStatus = IN_REVIEW;
    draft.rule = mode;
  }

  /** Notes who has submitted a new contract. */
  async made(tx: Transaction, { id, name }: Actor, { node, prepared }: EntityDraft): Promise<void> {
    const { wanted = 'Active', governedAt } = (prepared ?? {}) as { wanted?: string; governedAt?: number };
    await this.reviews.changed(tx, node, { authors: [{ id, name }], version: FIRST }, { by: name, wanted });
    if (governedAt !== undefined)
      await notifyOfSubmission(
        tx,
        { contract: node, version: 0, by: name, now: governedAt },
        await this.approvers.toNotify(tx, node),
      );
  }

  /** @throws {AppError} FORBIDDEN, CONFLICT for a rejection of who may not decide, or of what is not in review */
  async judge(tx: Transaction, actor: Actor, draft: EntityDraft, change: GovernedChange): Promise<void> {
    const { previous, next, terms, rules, now, locked, current } = change;
    const guarded = guardedChanges(previous as ContractDocument, next as ContractDocument, { ...terms, now });
    const wasInReview = previous.entityStatus === IN_REVIEW;
    const binds = bindsAt(next, now);
    if (guarded.length === 0 && !binds) return;
    const authors = await this.authors.of(tx, draft.node, current);
    const reviewed = { node: draft.node, id: draft.id, version: locked.version, authors };
    const isStatusAlone = guarded.length === 1 && guarded[0]?.path === 'entityStatus';
    const mayDecide = await this.decision.mayDecide(tx, actor, reviewed);
    if (next.entityStatus === 'Rejected' && previous.entityStatus !== 'Rejected') {
      if (!wasInReview)
        throw new AppError(
          'CONFLICT',
          `The contract is ${String(previous.entityStatus)}: only one in review is rejected`,
        );
      if (!mayDecide || !isStatusAlone) throw forbidden(actor, ['ReviewContract'], 'dataContract', draft.id);
      return this.decision.record(tx, actor, reviewed, { entityStatus: 'Rejected', now });
    }
    const entityStatus = draft.attributes.entityStatus as ReviewVerdict['entityStatus'];
    if (binds && wasInReview && mayDecide && isStatusAlone)
      return this.decision.record(tx, actor, reviewed, { entityStatus, now });
    if (binds) {
      draft.attributes.entityStatus = IN_REVIEW;
      draft.rule = rules.mode;
    }
    const wanted = binds ? String(next.entityStatus) : 'Active';
    const isSubmission = binds || (next.entityStatus === IN_REVIEW && !wasInReview);
    const changed = { version: locked.version, authors: withAuthor(authors, actor) };
    await this.reviews.changed(tx, draft.node, changed, isSubmission ? { by: actor.name, wanted } : undefined);
    const happened = { contract: draft.node, version: locked.version, by: actor.name, now };
    if (isSubmission && !wasInReview)
      await notifyOfSubmission(tx, happened, await this.approvers.toNotify(tx, draft.node));
  }
}

/** The version of a new contract, in tenths. */
const FIRST = 1;

function withAuthor(authors: readonly Person[], actor: Actor): Person[] {
  return isOneOf(authors, actor) ? [...authors] : [...authors, { id: actor.id, name: actor.name }];
}
