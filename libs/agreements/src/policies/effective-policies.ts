import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { effectivePolicy, type EffectivePolicy } from './effective-policy';
import { withPastRules } from './past-rules';
import { PolicyRepository } from './policy.repository';

/** Finds the policies of contracts for the service itself, without a check of permissions. */
@Injectable()
export class EffectivePolicies {
  constructor(private readonly policies: PolicyRepository) {}

  /**
   * The rules that govern a contract now, those of before a move included.
   *
   * @param contract its node
   * @param tx absent: outside of any transaction
   */
  async of(contract: string, tx?: Transaction): Promise<EffectivePolicy> {
    const { policies, moves, now } = await this.policies.governing(contract, tx);
    return withPastRules(effectivePolicy(policies), moves, now);
  }

  /** Those of a contract that is not there yet. @param asset its node @param tags FQNs of the contract's own */
  async ofNew(tx: Transaction, asset: string, tags: readonly string[]): Promise<EffectivePolicy> {
    return effectivePolicy(await this.policies.ofNewContract(tx, asset, tags));
  }
}
