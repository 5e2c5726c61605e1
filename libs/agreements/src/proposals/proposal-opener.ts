import type { StoredWrite } from '@app/catalog';
import { conflict, invalidFields, sameJson, type Actor } from '@app/common';
import { recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { lockContract } from '../review/locked-contract';
import { ReviewRepository } from '../review/review.repository';
import { periodOf } from '../policies/contract-policy';
import type { Proposal } from './proposal';
import { ProposalNotices } from './proposal-notices';
import { DeadlineApplier } from './deadline-applier';
import { locationOf, recorded, shownProposal } from './proposal-view';
import { ProposalRepository, type ProposalOfContract } from './proposal.repository';

/** A change that is to wait for others. */
export interface Opening extends Pick<
  Proposal,
  'kind' | 'base' | 'edits' | 'document' | 'changes' | 'breaking' | 'terms' | 'options' | 'reason' | 'askedDeadline'
> {
  readonly contract: { readonly id: string; readonly version: number };
  /** The contract as it would become, as clients that read a contract and nothing else are shown it; in JSON. */
  readonly proposed: string;
}

/** Stores changes as proposals: one open proposal of each contract, which only its author replaces. */
@Injectable()
export class ProposalOpener {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly proposals: ProposalRepository,
    private readonly notices: ProposalNotices,
    private readonly deadlines: DeadlineApplier,
  ) {}

  /**
   * @returns undefined, and nothing is stored, if the contract is gone or another version than the change was made of, also by what was
   * open
   * @throws {AppError} BAD_REQUEST for a deadline that the policy does not allow, CONFLICT if a proposal of another user is open
   */
  async keep(tx: Transaction, actor: Actor, opening: Opening): Promise<StoredWrite | undefined> {
    const contract = await lockContract(tx, opening.contract.id);
    if (!contract || contract.version !== opening.contract.version) return undefined;
    requireLateEnough(opening, await this.reviews.now(tx));
    const open = await this.proposals.open(tx, contract.node);
    if (open && open.author.id !== actor.id)
      throw conflict(
        `Proposal ${open.id} of ${open.author.name} on the contract is open: it has to end before another one`,
      );
    if (open && saysTheSame(open, opening)) return keptAs(open, opening);
    // No consent is missing: it is applied, and the change is evaluated again.
    if (open && (await this.deadlines.settleBy(tx, contract.id))) return undefined;
    const { proposed: _proposed, contract: _contract, ...change } = opening;
    const next: Proposal = {
      ...change,
      ...{ id: open?.id ?? randomUUID(), state: 'InReview', round: (open?.round ?? 0) + 1 },
      ...{ baseVersion: contract.version, approvals: [], parties: [] },
      author: { id: actor.id, name: actor.name },
      openedAt: open?.openedAt ?? (await this.reviews.now(tx)),
    };
    await this.proposals.save(tx, contract.node, next);
    await recordAction(tx, {
      ...{ action: open ? 'proposalReplaced' : 'proposalOpened', actor: actor.name, to: { nodes: [contract.node] } },
      ...(open && { before: recorded(open) }),
      after: recorded(next),
    });
    await this.notices.opened(tx, contract.node, next);
    return keptAs(
      { ...next, contract: { node: contract.node, id: contract.id, fullyQualifiedName: contract.fqn } },
      opening,
    );
  }
}

/** A deadline may lengthen the time for consent, never shorten it. @throws {AppError} BAD_REQUEST */
function requireLateEnough({ askedDeadline, terms }: Opening, now: number): void {
  if (askedDeadline === undefined || terms.mode !== 'consented') return;
  const earliest = now + periodOf(terms.consentPeriod);
  if (askedDeadline >= earliest) return;
  const message = `must be ${earliest} (${new Date(earliest).toISOString()}) or later: the policy gives consumers ${terms.consentPeriod}`;
  throw invalidFields([{ field: 'deadline', message }]);
}

function saysTheSame(open: Proposal, { kind, base, edits, options }: Opening): boolean {
  const isHard = open.options.hardDelete === options.hardDelete;
  const isOfDocument = sameJson(open.options.odcs, options.odcs);
  return open.kind === kind && isHard && isOfDocument && sameJson(open.edits, edits) && sameJson(open.base, base);
}

function keptAs(one: ProposalOfContract, { proposed }: Opening): StoredWrite {
  return {
    json: JSON.stringify(shownProposal(one)),
    label: `proposal ${one.id}`,
    location: locationOf(one),
    rule: one.terms.mode,
    proposed,
  };
}
