import type { Actor } from '@app/common';
import { ContractObservers, type ContractObserver } from '@app/contracts';
import { recordAction, type Transaction } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ProposalNotices } from './proposal-notices';
import { ProposalRepository } from './proposal.repository';

/** Ends the open proposals of contracts that are deleted, such as with their asset. A restored contract has none. */
@Injectable()
export class ProposalObserver implements ContractObserver, OnModuleInit {
  constructor(
    private readonly observers: ContractObservers,
    private readonly proposals: ProposalRepository,
    private readonly notices: ProposalNotices,
  ) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async contractsDeleted(tx: Transaction, { name }: Actor, nodes: readonly string[]): Promise<void> {
    for (const { contract, ...proposal } of await this.proposals.endOf(tx, nodes)) {
      const { id, state, endedBy } = proposal;
      await recordAction(tx, {
        ...{ action: 'proposalEnded', actor: name, to: { nodes: [contract] } },
        after: { proposal: id, state, endedBy },
      });
      await this.notices.ended(tx, contract, proposal, name);
    }
  }
}
