import type { EntityDraft, GatedChange, GatedRemoval } from '@app/catalog';
import type { Actor } from '@app/common';
import { bindsAt, ContractGates, PROPOSED, type ContractGate, type WrittenTerms } from '@app/contracts';
import type { Transaction } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { periodOf } from '../policies/contract-policy';
import { EffectivePolicies } from '../policies/effective-policies';
import type { EffectivePolicy } from '../policies/effective-policy';
import { ProposalGate } from './proposal-gate';
import { DeadlineApplier } from './deadline-applier';
import { ReviewGate } from '../review/review-gate';
import { ReviewRepository } from '../review/review.repository';

/**
 * The gate that every write of a contract passes, behind its lock and before anything is written: a contract that does not bind comes into
 * force by a review, one that binds is changed by a proposal.
 */
@Injectable()
export class ChangeGate implements ContractGate, OnModuleInit {
  constructor(
    private readonly gates: ContractGates,
    private readonly policies: EffectivePolicies,
    private readonly reviews: ReviewRepository,
    private readonly deadlines: DeadlineApplier,
    private readonly review: ReviewGate,
    private readonly proposal: ProposalGate,
  ) {}

  onModuleInit(): void {
    this.gates.register(this);
  }

  async judge(
    tx: Transaction,
    actor: Actor,
    draft: EntityDraft,
    terms: WrittenTerms,
    change?: GatedChange,
  ): Promise<void> {
    const rules = await this.rulesOf(tx, draft, change);
    const isProposed = draft.options[PROPOSED] !== undefined;
    if (rules.mode === 'open' && !isProposed) return;
    if (!change) return this.review.judgeNew(draft, rules, await this.reviews.now(tx));
    const now = await this.reviews.now(tx);
    const governed = { ...change, terms, rules, now };
    if (!isProposed && !bindsAt(change.previous, now)) return this.review.judge(tx, actor, draft, governed);
    this.proposal.judge(actor, draft, governed);
  }

  async made(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<void> {
    if (draft.attributes.entityStatus === 'In Review') await this.review.made(tx, actor, draft);
  }

  async judgeRemoval(tx: Transaction, actor: Actor, removal: GatedRemoval): Promise<void> {
    const { locked, current, options } = removal;
    const rules = (await this.policies.of(locked.node, tx)).change;
    const isProposed = options[PROPOSED] !== undefined;
    if (rules.mode === 'open' && !isProposed) return;
    if (!isProposed && !bindsAt(current, await this.reviews.now(tx))) return;
    this.proposal.judgeRemoval(actor, removal, rules);
  }

  async sunsetNotice(contract: string): Promise<number> {
    return periodOf((await this.policies.of(contract)).change.sunsetNotice);
  }

  applyDeadline(tx: Transaction, contract: string): Promise<boolean> {
    return this.deadlines.settleBy(tx, contract);
  }

  private async rulesOf(
    tx: Transaction,
    { node, parent, attributes }: EntityDraft,
    change: GatedChange | undefined,
  ): Promise<EffectivePolicy['change']> {
    const labels = (attributes.tags ?? []) as readonly { readonly tagFQN: string }[];
    const policy = change
      ? await this.policies.of(node, tx)
      : await this.policies.ofNew(
          tx,
          parent?.node ?? '',
          labels.map(({ tagFQN }) => tagFQN),
        );
    return policy.change;
  }
}
