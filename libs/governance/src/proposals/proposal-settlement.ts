import { writerKey } from '@app/catalog';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ReviewRepository, type LockedContract } from '../change/review.repository';
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
  ) {}

  /** In a transaction of its own, when it is its turn among the writers of the contract. @param id of a contract */
  carryOut(id: string): Promise<void> {
    return this.database.queuedTransaction([writerKey('dataContract', { id })], (tx) => this.settleBy(tx, id));
  }

  /** `carryOut`, in the caller’s transaction: behind the lock of the contract, so that it is carried out once. */
  async settleBy(tx: Transaction, id: string): Promise<void> {
    const contract = await this.reviews.lock(tx, id);
    if (contract) await this.settle(tx, contract);
  }

  private async settle(tx: Transaction, contract: LockedContract): Promise<void> {
    const open = await this.proposals.open(tx, contract.node);
    if (open?.state !== 'AwaitingConsent') return;
    const now = await this.reviews.now(tx);
    const parties = await this.standing(tx, open);
    const isPast = open.deadline !== undefined && open.deadline <= now;
    if (isPast) {
      const end = { endedBy: 'deadline', now } as const;
      if (outcomeAtDeadline(open.terms, parties) === 'Applied') await this.applier.apply(tx, contract, open, end);
      else await this.applier.end(tx, contract, open, 'Rejected', end);
    } else if (isAgreed(parties)) await this.applier.apply(tx, contract, open, { endedBy: 'consent', now });
  }

  /** The parties as they count: one that is gone has approved. */
  async standing(tx: Transaction, { parties }: Pick<Proposal, 'parties'>): Promise<Party[]> {
    const gone = await this.proposals.gone(
      tx,
      parties.map(({ consumer }) => consumer),
    );
    return parties.map((one) => (gone.has(one.consumer) ? { ...one, decision: 'approve' } : one));
  }
}
