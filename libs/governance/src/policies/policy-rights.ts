import { AccessControl } from '@app/auth';
import type { FoundEntity } from '@app/catalog';
import { AppError, forbidden, type Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { compareModes, type ChangeRules } from './contract-policy';
import { effectivePolicy } from './effective-policy';
import { PolicyRepository } from './policy.repository';

/** Types of scopes whose policy their owners write; those of tags and of all contracts take ManageContractPolicy. */
const OF_OWNERS: readonly string[] = ['domain', 'dataProduct', 'dataContract'];

/** Judges who may write which policy. */
@Injectable()
export class PolicyRights {
  constructor(
    private readonly access: AccessControl,
    private readonly policies: PolicyRepository,
  ) {}

  /**
   * @param scope absent: all contracts
   * @returns whether the actor may write any policy there, and not only one that loosens nothing
   * @throws {AppError} FORBIDDEN
   */
  require(actor: Actor, scope: FoundEntity | undefined): boolean {
    const object = scope?.type === 'dataContract' ? scope : undefined;
    if (this.access.allows(actor, 'ManageContractPolicy', 'dataContract', object)) return true;
    const isOwner = scope !== undefined && scope.ownerIds.some((id) => actor.ownerIds.has(id));
    if (!isOwner || !OF_OWNERS.includes(scope.type)) throw forbidden(actor, ['ManageContractPolicy'], 'dataContract');
    return false;
  }

  /**
   * Lets owners of a contract only tighten its policy: it may be neither looser than what holds now, nor than what would hold
   * without it.
   *
   * @param change the new section; undefined: the policy will have none
   * @throws {AppError} FORBIDDEN
   */
  async requireTightening(
    tx: Transaction,
    actor: Actor,
    contract: FoundEntity,
    change: ChangeRules | undefined,
  ): Promise<void> {
    const policies = await this.policies.ofContract(contract.node, tx);
    const now = effectivePolicy(policies).change;
    const without = effectivePolicy(policies.filter(({ level }) => level > 0)).change;
    const next = change ?? without;
    const stricter = compareModes(now, without) > 0 ? now : without;
    if (compareModes(next, stricter) >= 0) return;
    const message = `Principal ${actor.name} is not allowed: operation ManageContractPolicy on dataContract ${contract.id}; an owner may make the policy of a contract stricter, and ${next.mode} is looser than ${stricter.mode}`;
    throw new AppError('FORBIDDEN', message);
  }
}
