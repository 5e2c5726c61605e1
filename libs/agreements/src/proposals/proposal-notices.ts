import type { Transaction } from '@app/database';
import { recordNotices } from '@app/notices';
import { Injectable } from '@nestjs/common';
import { Approvers } from '../review/approvers';
import { quoted } from '../review/review-notices';
import { isDeletedForGood, type Consent, type Proposal } from './proposal';
import { endOf, waitsForConsent, waitsForReview } from './proposal-sentences';
import { ProposalRepository } from './proposal.repository';

/** A decision of an approver, or of a consumer. */
export interface Decided {
  readonly decision: 'reject' | Consent;
  readonly by: string;
  /** Epoch ms. */
  readonly at: number;
  readonly comment?: string | undefined;
}

/** An end, as notices report it. */
export type EndedProposal = Pick<
  Proposal,
  'id' | 'kind' | 'state' | 'endedBy' | 'round' | 'author' | 'parties' | 'override' | 'message'
> &
  Partial<Pick<Proposal, 'options'>>;

/**
 * Notifies those whom a proposal concerns that it was opened and ended, in the transaction that makes it so. Contracts are named by their nodes.
 */
@Injectable()
export class ProposalNotices {
  constructor(
    private readonly approvers: Approvers,
    private readonly proposals: ProposalRepository,
  ) {}

  /** The approvers, of a proposal or a new round of it. */
  async opened(tx: Transaction, contract: string, proposal: Proposal): Promise<void> {
    const { id, round, author } = proposal;
    const what = { contract, type: 'changeProposed', key: `${id} ${round}`, body: { proposal: id } } as const;
    const approver = await this.approvers.toNotify(tx, contract);
    await recordNotices(tx, [{ ...what, text: waitsForReview(proposal), by: author.name, to: { approver } }]);
  }

  /**
   * The author, the asked consumers, the approvers, and all other consumers; before a contract is deleted permanently. @param by absent:
   * the deadline
   */
  async ended(tx: Transaction, contract: string, proposal: EndedProposal, by?: string): Promise<void> {
    const { id, author, parties } = proposal;
    const consumers = await this.proposals.consumers(tx, contract);
    const consumer = [...new Set([...consumers, ...parties].map(({ party }) => party.id))];
    const to = { author: [author.id], consumer, approver: await this.approvers.toNotify(tx, contract) };
    const what = { contract, type: 'changeEnded', key: id, body: { proposal: id } } as const;
    const isLast = isDeletedForGood(proposal) && { isLast: true as const };
    await recordNotices(tx, [{ ...what, text: endOf(proposal), to, ...isLast, ...(by !== undefined && { by }) }]);
  }
}

/** Notifies the consumers that have to decide. */
export async function notifyParties(tx: Transaction, contract: string, proposal: Proposal, by: string): Promise<void> {
  const { id, round, parties } = proposal;
  const consumer = parties.flatMap(({ decision, party }) => (decision === 'pending' ? [party.id] : []));
  const what = { contract, type: 'changeAwaitsConsent', key: `${id} ${round}`, body: { proposal: id } } as const;
  await recordNotices(tx, [{ ...what, text: waitsForConsent(proposal), by, to: { consumer } }]);
}

export async function notifyOfDecision(
  tx: Transaction,
  contract: string,
  { id, round, author }: Proposal,
  { decision, by, at, comment }: Decided,
): Promise<void> {
  const text = `has a proposal of change on which ${by} decided ${decision}${quoted(comment)}`;
  const body = { proposal: id, decision, ...(comment !== undefined && { comment }) };
  const what = { contract, type: 'changeDecided', key: `${id} ${round} ${by} ${at}`, at } as const;
  await recordNotices(tx, [{ ...what, text, body, by, to: { author: [author.id] } }]);
}
