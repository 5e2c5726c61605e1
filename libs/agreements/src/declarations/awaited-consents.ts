import { TeamObservers, type TeamObserver } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { needsConsent, requireNoMaker } from '../proposals/proposal';
import { ProposalRepository, type ProposalOfConsumer } from '../proposals/proposal.repository';
import { brokenColumns, isConcerned } from '../consumers/contract-consumer';

/**
 * Protects declarations while a change waits for their consent: one that is gone counts as having approved, so the author and the approvers of
 * the change neither take it back, nor change it, nor delete the team that declared it.
 */
@Injectable()
export class AwaitedConsents implements TeamObserver, OnModuleInit {
  constructor(
    private readonly teams: TeamObservers,
    private readonly proposals: ProposalRepository,
  ) {}

  onModuleInit(): void {
    this.teams.register(this);
  }

  /**
   * @param declaration its id; the contract is locked
   * @throws {AppError} FORBIDDEN
   */
  async requireNone(tx: Transaction, actor: Actor, declaration: string): Promise<void> {
    const refused = 'neither changes nor takes back a declaration whose consent to it is awaited';
    for (const found of await this.proposals.openOf(tx, { id: declaration }))
      if (isAwaited(found)) requireNoMaker(actor, found.proposal, refused);
  }

  /** @throws {AppError} FORBIDDEN */
  async teamsDeleted(tx: Transaction, actor: Actor, parties: readonly string[]): Promise<void> {
    for (const found of await this.proposals.openOf(tx, { parties }))
      if (isAwaited(found))
        requireNoMaker(actor, found.proposal, 'does not delete a team whose consent to it is awaited');
  }
}

/** Whether the change waits for the consumer, or will once it is approved; the author has consented by writing it. */
function isAwaited({ proposal, consumer, party, columns }: ProposalOfConsumer): boolean {
  if (!needsConsent(proposal) || party === proposal.author.id) return false;
  if (proposal.state === 'InReview') return isConcerned(columns, brokenColumns(proposal.changes));
  return proposal.parties.some((one) => one.consumer === consumer && one.decision !== 'approve');
}
