import type { EntityDraft, GatedChange } from '@app/catalog';
import { AppError, forbidden, type Actor } from '@app/common';
import { bindsAt, type ContractDocument } from '@app/contracts';
import type { Platform } from '@app/datatypes';
import { recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ChangeRules } from '../policies/contract-policy';
import { Approvers, isOneOf } from './approvers';
import type { Person } from './authors';
import { guardedChanges } from './guarded-changes';
import { ReviewAuthors } from './review-authors';
import { notifyOfReview, notifyOfSubmission } from './review-notices';
import { ReviewRepository } from './review.repository';

const IN_REVIEW = 'In Review';

/** A change of a governed contract. */
export interface GovernedChange extends GatedChange {
  readonly platform: Platform;
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
  ) {}

  /** A new contract does not bind before somebody else has looked at it. */
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
    const { previous, next, platform, rules, now, locked, current } = change;
    const guarded = guardedChanges(previous as ContractDocument, next as ContractDocument, { platform, now });
    const wasInReview = previous.entityStatus === IN_REVIEW;
    const binds = bindsAt(next, now);
    if (guarded.length === 0 && !binds) return;
    const authors = await this.authors.of(tx, draft.node, current);
    const known = { authors, version: locked.version };
    const isStatusAlone = guarded.length === 1 && guarded[0]?.path === 'entityStatus';
    const mayDecide = await this.mayDecide(tx, actor, draft, authors);
    if (next.entityStatus === 'Rejected' && previous.entityStatus !== 'Rejected') {
      if (!wasInReview)
        throw new AppError(
          'CONFLICT',
          `The contract is ${String(previous.entityStatus)}: only one in review is rejected`,
        );
      if (!mayDecide || !isStatusAlone) throw forbidden(actor, ['ReviewContract'], 'dataContract', draft.id);
      return this.decided(tx, actor, draft, known, now);
    }
    if (binds && wasInReview && mayDecide && isStatusAlone) return this.decided(tx, actor, draft, known, now);
    if (binds) {
      draft.attributes.entityStatus = IN_REVIEW;
      draft.rule = rules.mode;
    }
    const wanted = binds ? String(next.entityStatus) : 'Active';
    const isSubmission = binds || (next.entityStatus === IN_REVIEW && !wasInReview);
    const changed = { ...known, authors: withAuthor(authors, actor) };
    await this.reviews.changed(tx, draft.node, changed, isSubmission ? { by: actor.name, wanted } : undefined);
    const happened = { contract: draft.node, version: locked.version, by: actor.name, now };
    if (isSubmission && !wasInReview)
      await notifyOfSubmission(tx, happened, await this.approvers.toNotify(tx, draft.node));
  }

  private async mayDecide(
    tx: Transaction,
    actor: Actor,
    { node, id }: EntityDraft,
    authors: readonly Person[],
  ): Promise<boolean> {
    return !isOneOf(authors, actor) && (await this.approvers.includes(tx, actor, node, id));
  }

  private async decided(
    tx: Transaction,
    actor: Actor,
    { node, attributes }: EntityDraft,
    known: Parameters<ReviewRepository['decided']>[2],
    now: number,
  ): Promise<void> {
    await this.reviews.decided(tx, node, known, { by: actor.name, comment: undefined });
    await recordAction(tx, {
      ...{ action: 'contractReviewed', actor: actor.name, to: { nodes: [node] } },
      before: { entityStatus: IN_REVIEW },
      after: { entityStatus: attributes.entityStatus },
    });
    const happened = { contract: node, version: known.version, by: actor.name, now };
    const decision = attributes.entityStatus === 'Rejected' ? 'reject' : 'approve';
    await notifyOfReview(tx, happened, known.authors, decision);
  }
}

/** The version of a new contract, in tenths. */
const FIRST = 1;

function withAuthor(authors: readonly Person[], actor: Actor): Person[] {
  return isOneOf(authors, actor) ? [...authors] : [...authors, { id: actor.id, name: actor.name }];
}
