import { writerKey } from '@app/catalog';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ReviewRepository, type LockedContract } from '../change/review.repository';
import { PartySight } from './party-sight';
import { isAgreed, outcomeAtDeadline, type Party, type Proposal } from './proposal';
import { ProposalApplier } from './proposal-applier';
import { ProposalRepository } from './proposal.repository';

/** Carries out what time has decided: a deadline that has passed, a consent that only those lacked who are gone. */
@Injectable()
export class ProposalSettlement {
  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewRepository,
    private readonly proposals: ProposalRepository,
    private readonly applier: ProposalApplier,
    private readonly sight: PartySight,
  ) {}

  /** In a transaction of its own, when it is its turn among the writers of the contract. @param id of a contract */
  async carryOut(id: string): Promise<void> {
    await this.database.queuedTransaction([writerKey('dataContract', { id })], (tx) => this.settleBy(tx, id));
  }

  /**
   * `carryOut`, in the caller’s transaction: behind the lock of the contract, so that it is carried out once.
   *
   * @returns whether the open proposal has ended by it
   */
  async settleBy(tx: Transaction, id: string): Promise<boolean> {
    const contract = await this.reviews.lock(tx, id);
    return contract !== undefined && this.settle(tx, contract);
  }

  private async settle(tx: Transaction, contract: LockedContract): Promise<boolean> {
    const open = await this.proposals.open(tx, contract.node);
    if (open?.state !== 'AwaitingConsent') return false;
    const now = await this.reviews.now(tx);
    const parties = await this.standing(tx, contract.id, open);
    const isPast = open.deadline !== undefined && open.deadline <= now;
    if (isPast) {
      const end = { endedBy: 'deadline', now } as const;
      if (outcomeAtDeadline(open.terms, parties) === 'Applied') await this.applier.apply(tx, contract, open, end);
      else await this.applier.end(tx, contract, open, 'Rejected', end);
    } else if (isAgreed(parties)) await this.applier.apply(tx, contract, open, { endedBy: 'consent', now });
    else return false;
    return true;
  }

  /** The parties as they count: one that is gone, or may not view the contract any more, has approved. @param contract its id */
  async standing(tx: Transaction, contract: string, { parties }: Pick<Proposal, 'parties'>): Promise<Party[]> {
    const open = parties.flatMap(({ consumer, decision }) => (decision === 'approve' ? [] : [consumer]));
    const [gone, blind] = [await this.proposals.gone(tx, open), await this.sight.without(tx, contract, open)];
    return parties.map((one) =>
      gone.has(one.consumer) || blind.has(one.consumer) ? { ...one, decision: 'approve' } : one,
    );
  }
}
