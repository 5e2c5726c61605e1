import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { lockContract, type LockedContract } from '../review/locked-contract';
import { ReviewRepository } from '../review/review.repository';
import { PartyVisibility } from './party-visibility';
import { isAgreed, outcomeAtDeadline, type Party, type Proposal } from './proposal';
import { ProposalApplier } from './proposal-applier';
import { ProposalRepository } from './proposal.repository';

/** Applies what time has decided: a deadline that has passed, a consent that only those lacked who are gone. */
@Injectable()
export class DeadlineApplier {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly proposals: ProposalRepository,
    private readonly applier: ProposalApplier,
    private readonly sight: PartyVisibility,
  ) {}

  /**
   * Applies it behind the lock of the contract, so once.
   *
   * @returns whether the open proposal has ended by it
   */
  async settleBy(tx: Transaction, id: string): Promise<boolean> {
    const contract = await lockContract(tx, id);
    if (!contract) return false;
    await this.proposals.noteLook(tx, contract.node);
    return this.settle(tx, contract);
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

  /** The consumers as they count: one that is deleted, or has lost the right to view the contract, has approved. @param contract its id */
  async standing(tx: Transaction, contract: string, { parties }: Pick<Proposal, 'parties'>): Promise<Party[]> {
    const open = parties.flatMap(({ consumer, decision }) => (decision === 'approve' ? [] : [consumer]));
    const [gone, blind] = [await this.proposals.gone(tx, open), await this.sight.without(tx, contract, open)];
    return parties.map((one) =>
      gone.has(one.consumer) || blind.has(one.consumer) ? { ...one, decision: 'approve' } : one,
    );
  }
}
