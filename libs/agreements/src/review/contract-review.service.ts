import { AccessControl } from '@app/auth';
import {
  EntityFinder,
  EntityReader,
  entityTypes,
  EntityWriter,
  writerKey,
  type WriteAnswer,
  type EntityDocument,
} from '@app/catalog';
import { conflict, notFound, type Actor } from '@app/common';
import { bindsAt } from '@app/contracts';
import { Database, once, type IdempotencyToken, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ReviewAuthors } from './review-authors';
import { IN_REVIEW, ReviewDecision } from './review-decision';
import { lockContract, type LockedContract } from './locked-contract';
import { ReviewRepository } from './review.repository';

const CONTRACT = 'dataContract';

/** A decision as it is sent. */
export interface SentReview {
  readonly decision: 'approve' | 'reject';
  /** Version of the contract that was reviewed. */
  readonly version: number;
  readonly comment?: string;
}

/** Brings contracts that wait into force, or rejects them. */
@Injectable()
export class ContractReviewService {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
    private readonly access: AccessControl,
    private readonly reviews: ReviewRepository,
    private readonly authors: ReviewAuthors,
    private readonly decision: ReviewDecision,
  ) {}

  /**
   * @returns the contract as it is then
   * @throws {AppError} NOT_FOUND; FORBIDDEN for authors, bots, and users who are no approvers; CONFLICT where the contract is not in
   * review, or is another version by now
   */
  async review(actor: Actor, id: string, sent: SentReview, token?: IdempotencyToken): Promise<WriteAnswer> {
    await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    return this.database.queuedTransaction(
      [writerKey(CONTRACT, { id })],
      async (tx) => {
        const contract = await lockContract(tx, id);
        if (!contract) throw notFound(CONTRACT, id);
        const decide = (): Promise<WriteAnswer> => this.decide(tx, actor, contract, sent);
        return (await once(tx, token, decide, ({ id, version, json }) => ({ effect: { id, version, json } }))).effect;
      },
      actor.origin,
    );
  }

  private async decide(
    tx: Transaction,
    actor: Actor,
    { node, id, version }: LockedContract,
    sent: SentReview,
  ): Promise<WriteAnswer> {
    const entityType = entityTypes.get(CONTRACT);
    const { json } = await this.reader.whole({ tx, entityType }, id);
    const current = JSON.parse(json) as EntityDocument;
    const now = await this.reviews.now(tx);
    const isBound = bindsAt(current, now);
    const authors = isBound ? [] : await this.authors.of(tx, node, current);
    const reviewed = { node, id, version, authors };
    await this.decision.require(tx, actor, reviewed);
    if (current.entityStatus !== IN_REVIEW)
      throw conflict(`The contract is ${String(current.entityStatus)}, and only one in review is decided on`);
    if (Math.round(sent.version * 10) !== version || sent.version * 10 !== version)
      throw conflict(
        `The contract changed meanwhile: it is version ${(version / 10).toFixed(1)}, and not ${sent.version}`,
      );
    const kept = await this.reviews.find(tx, node);
    const entityStatus = sent.decision === 'reject' ? 'Rejected' : approvedAs(kept?.wanted);
    const patch = [{ op: 'replace' as const, path: '/entityStatus', value: entityStatus }];
    const context = { tx, actor: this.access.asWriter(actor), entityType, isUngated: true as const };
    const answer = await this.writer.patchIn(context, { id }, patch);
    await this.decision.record(tx, actor, reviewed, { entityStatus, comment: sent.comment, now });
    return answer;
  }
}

/** The status that was sent is stored once it is in force. */
function approvedAs(wanted: string | null | undefined): 'Active' | 'Approved' {
  return wanted === 'Approved' ? 'Approved' : 'Active';
}
