import type { NextRound } from '@app/common';
import type { ContractGates } from '@app/contracts';
import { NotifiedTask, type Database } from '@app/database';
import { Logger } from '@nestjs/common';
import type { ProposalRepository } from './proposal.repository';

/** Notified of proposals that have a deadline, or lack a consumer who is gone. */
const CHANNEL = 'proposal_due';
/** Contracts of one round. */
const BLOCK = 100;

/** Applies deadlines that no request came by. Every worker does so; each is applied once, behind the lock of its contract. */
export class DeadlineRound {
  readonly task: NotifiedTask;

  constructor(
    database: Pick<Database, 'listen'>,
    private readonly proposals: Pick<ProposalRepository, 'due'>,
    private readonly gates: Pick<ContractGates, 'applyDeadlines'>,
  ) {
    this.task = new NotifiedTask(database, () => this.round(), {
      channel: CHANNEL,
      longestRetryMs: 10_000,
      log: new Logger(DeadlineRound.name),
      failing: 'deadlines of proposals are not carried out',
      recovered: 'deadlines of proposals are carried out again',
    });
  }

  private async round(): Promise<true | NextRound> {
    const { contracts, nextInMs } = await this.proposals.due(BLOCK);
    await this.gates.applyDeadlines(contracts);
    return contracts.length >= BLOCK || { dueInMs: nextInMs ?? undefined };
  }
}
