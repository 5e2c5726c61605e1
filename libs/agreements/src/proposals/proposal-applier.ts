import {
  CHANGE_ORIGIN,
  EntityReader,
  entityTypes,
  EntityWriter,
  SubtreeRemover,
  type EntityDocument,
  type WriteOptions,
} from '@app/catalog';
import { AppError, ERROR_TRAITS, type Actor, type RequestOrigin } from '@app/common';
import { behindSavepoint, isRepeatable, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LockedContract } from '../review/locked-contract';
import { editsAsPatch } from './merged-edits';
import { isDeletedForGood, type EndedBy, type Proposal } from './proposal';
import { ProposalNotices } from './proposal-notices';
import { recorded } from './proposal-view';
import { ProposalRepository } from './proposal.repository';

const CONTRACT = 'dataContract';

export interface ProposalEnd {
  readonly endedBy: EndedBy;
  /** Epoch ms. */
  readonly now: number;
  /** Name of who ended it; absent: the service. */
  readonly by?: string;
  readonly origin?: RequestOrigin | undefined;
}

/** Brings the change of a proposal to its contract. */
@Injectable()
export class ProposalApplier {
  constructor(
    private readonly proposals: ProposalRepository,
    private readonly writer: EntityWriter,
    private readonly remover: SubtreeRemover,
    private readonly reader: EntityReader,
    private readonly notices: ProposalNotices,
  ) {}

  /**
   * Writes what the proposal changes, as its author, who may have lost the right by now; the transaction has locked the contract.
   *
   * @returns the proposal: Applied; or Rejected as invalid, where the contract cannot become so any more
   */
  async apply(tx: Transaction, contract: LockedContract, proposal: Proposal, end: ProposalEnd): Promise<Proposal> {
    const applied: Proposal = { ...proposal, state: 'Applied', endedBy: end.endedBy, endedAt: end.now };
    try {
      const ended = await behindSavepoint(tx, () => this.write(tx, contract, applied, end));
      await this.record(tx, contract, proposal, ended, end);
      return ended;
    } catch (error) {
      if (isRepeatable(error) || !(error instanceof AppError) || ERROR_TRAITS[error.code].status >= 500) throw error;
      return this.end(tx, contract, { ...proposal, message: error.message }, 'Rejected', {
        ...end,
        endedBy: 'invalid',
      });
    }
  }

  /** Ends a proposal without a change of its contract. */
  async end(
    tx: Transaction,
    contract: LockedContract,
    proposal: Proposal,
    state: 'Rejected' | 'Withdrawn',
    end: ProposalEnd,
  ): Promise<Proposal> {
    const ended: Proposal = { ...proposal, state, endedBy: end.endedBy, endedAt: end.now };
    await this.proposals.save(tx, contract.node, ended);
    await this.record(tx, contract, proposal, ended, end);
    return ended;
  }

  private async write(
    tx: Transaction,
    { node, id }: LockedContract,
    applied: Proposal,
    { origin, by }: ProposalEnd,
  ): Promise<Proposal> {
    const { author, kind, options } = applied;
    const actor: Actor = { ...author, isAdmin: true, ownerIds: new Set(), rules: [], ...(origin && { origin }) };
    const context = { tx, actor, entityType: entityTypes.get(CONTRACT), isUngated: true as const };
    // A deletion ends what is open: this one is not.
    await this.proposals.save(tx, node, applied);
    if (kind === 'deletion') {
      const hardDelete = options.hardDelete === true;
      if (hardDelete) await this.notices.ended(tx, node, applied, by);
      await this.remover.removeIn(context, { id }, { hardDelete, recursive: true, options: originOf(applied) });
      return applied;
    }
    const { json } = await this.reader.whole(context, id);
    const patch = editsAsPatch(applied.base, applied.edits, JSON.parse(json) as EntityDocument);
    const writeOptions = { ...options, ...originOf(applied) };
    const { version } = await this.writer.patchIn(context, { id }, patch, { writeOptions });
    const ended = { ...applied, appliedVersion: Math.round(Number(version) * 10) };
    await this.proposals.save(tx, node, ended);
    return ended;
  }

  private async record(
    tx: Transaction,
    { node, fqn, id }: LockedContract,
    before: Proposal,
    after: Proposal,
    { by, endedBy }: ProposalEnd,
  ): Promise<void> {
    const isGone = isDeletedForGood(after);
    await recordAction(tx, {
      action: ACTIONS[endedBy] ?? (after.state === 'Applied' ? 'proposalApplied' : 'proposalEnded'),
      actor: by ?? after.author.name,
      to: isGone ? { type: CONTRACT, name: fqn, id } : { nodes: [node] },
      before: recorded(before),
      after: { ...recorded(after), ...(after.override && { reason: after.override.reason }) },
    });
    if (!isGone) await this.notices.ended(tx, node, after, by);
  }
}

/** In the version that an override makes stands who has overridden whom it concerns, and why. */
function originOf({ id, override }: Pick<Proposal, 'id' | 'override'>): WriteOptions {
  if (!override) return {};
  const { user, reason } = override;
  return { [CHANGE_ORIGIN]: { proposal: id, overriddenBy: user, reason } };
}

const ACTIONS: Partial<Record<EndedBy, 'proposalOverridden' | 'proposalWithdrawn'>> = {
  override: 'proposalOverridden',
  author: 'proposalWithdrawn',
};
