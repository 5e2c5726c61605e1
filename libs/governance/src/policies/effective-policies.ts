import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { effectivePolicy, type EffectivePolicy } from './effective-policy';
import { PolicyRepository } from './policy.repository';

/** Finds what holds for contracts, for the service itself: nobody is asked for permission. */
@Injectable()
export class EffectivePolicies {
  constructor(private readonly policies: PolicyRepository) {}

  /**
   * The rules that hold for a contract now, by one statement.
   *
   * @param contract its node
   * @param tx absent: outside of any transaction
   */
  async of(contract: string, tx?: Transaction): Promise<EffectivePolicy> {
    return effectivePolicy(await this.policies.ofContract(contract, tx));
  }
}
